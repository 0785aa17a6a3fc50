import { setImmediate } from 'node:timers/promises'

let ending: Promise<void> | null = null

/** Resolves when the event loop has handled the input that it has now; for all callers of a turn at once. */
export function endOfTurn(): Promise<void> {
  ending ??= setImmediate().then(() => {
    ending = null
  })
  return ending
}
