import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds from the start to the first look: whoever waits for the server has come by then. */
const untilSettled = 1_500
/** Part of that time in which an idle server has something to do. */
const littleToDo = 0.05

/**
 * Loading the program leaves 25 MB of garbage and of room for young objects, which V8 gives back only when it
 * collects next, and on an idle server that is never. Once, for 100 ms; a server that has begun to work collects by
 * itself, and would stand still for half a second. Gives how to leave it.
 */
export function settleMemory(): () => void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > littleToDo) return
    clearInterval(timer)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: { type: string; flavor: string }) => void
    collect({ type: 'major', flavor: 'last-resort' })
  }, untilSettled).unref()
  return () => clearInterval(timer)
}
