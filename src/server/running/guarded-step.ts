import type { Step } from '../../engine/columns/index.ts'
import { Refusal } from '../../engine/refusal.ts'

/** A type declines what it cannot compute; anything else thrown is its bug, and its cell's failure alone. */
export function guardedStep(work: () => Step): Step {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal)
      return { kind: 'failed', failure: { code: error.code, message: error.message } }
    console.error(error)
    return { kind: 'failed', failure: { code: 'internal', message: 'The column could not be computed.' } }
  }
}
