import type { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds without calls after which the server counts as idle. */
const quietMilliseconds = 1_500
/** Share of CPU time that an idle server may use. */
const idleUtilization = 0.05

/**
 * Collects garbage once after the start, because loading leaves 25 MB that an idle V8 never frees. A collection blocks
 * for 75 ms (0.6 s during a run), so it runs once the server is idle. Returns the function that cancels it.
 */
export function collectWhenIdle(server: EventEmitter, collect = collectAll): () => void {
  let hadRequest = false
  let lastUtilization = performance.eventLoopUtilization()
  const recordRequest = () => {
    hadRequest = true
  }
  const stop = () => {
    clearInterval(timer)
    server.off('request', recordRequest)
  }
  const timer = setInterval(() => {
    const currentUse = performance.eventLoopUtilization()
    const isBusy = performance.eventLoopUtilization(currentUse, lastUtilization).utilization > idleUtilization
    if (!hadRequest && !isBusy) {
      stop()
      collect()
    }
    lastUtilization = currentUse
    hadRequest = false
  }, quietMilliseconds).unref()
  server.on('request', recordRequest)
  return stop
}

function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: string; flavor: string }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}
