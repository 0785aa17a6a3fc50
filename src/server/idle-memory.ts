import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds from the start to the collection: whoever waits for the server has come by then. */
const untilSettled = 1_500

/**
 * Loading the program leaves 25 MB of garbage and of room for young objects, which V8 gives back only when it
 * collects next, and on an idle server that is never. Once, for 100 ms. Gives how to leave it.
 */
export function settleMemory(): () => void {
  const timer = setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: { type: string; flavor: string }) => void
    collect({ type: 'major', flavor: 'last-resort' })
  }, untilSettled).unref()
  return () => clearTimeout(timer)
}
