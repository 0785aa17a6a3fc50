import type { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds in which nobody may have asked anything: whoever waited for the start has come by then. */
const quiet = 1_500

/**
 * Loading the program leaves 25 MB of garbage and of room for young objects, which V8 gives back only when it
 * collects next, and on an idle server that is never. Once, and for 75 ms nothing is answered: so it waits until
 * nobody asks, and a server that is always asked collects by itself. Gives how to leave it.
 */
export function settleMemory(server: EventEmitter, collect = collectAll): () => void {
  let isAsked = false
  const note = () => {
    isAsked = true
  }
  const leave = () => {
    clearInterval(looks)
    server.off('request', note)
  }
  const looks = setInterval(() => {
    if (!isAsked) {
      leave()
      collect()
    }
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
