import type { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds without calls after which the server counts as idle. */
const quiet = 1_500
/** Share of CPU time that an idle server may use. */
const littleToDo = 0.05

/**
 * Collects garbage once after the start: loading leaves 25 MB that an idle V8 never returns. It blocks for 75
 * ms (0.6 s during a run), so it waits for an idle server. Returns the function that cancels it.
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
