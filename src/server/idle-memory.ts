import type { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds in which there may have been nothing to do: whoever waited for the start has come by then. */
const quiet = 1_500
/** Part of that time in which an idle server has something to do all the same. */
const littleToDo = 0.05

/**
 * Loading the program leaves 25 MB of garbage and of room for young objects, which V8 gives back only when it
 * collects next, and on an idle server that is never. Once, and for 75 ms nothing is answered (0.6 s in the midst of a
 * run): so it waits until nobody asks and nothing runs, and a busy server collects by itself. Gives how to leave it.
 */
export function settleMemory(server: EventEmitter, collect = collectAll): () => void {
  let isAsked = false
  let before = performance.eventLoopUtilization()
  const note = () => {
    isAsked = true
  }
  const leave = () => {
    clearInterval(looks)
    server.off('request', note)
  }
  const looks = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isBusy = performance.eventLoopUtilization(now, before).utilization > littleToDo
    if (!isAsked && !isBusy) {
      leave()
      collect()
    }
    before = now
    isAsked = false
  }, quiet).unref()
  server.on('request', note)
  return leave
}

function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: string; flavor: string }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}
