import { isTooLarge, MAX_VALUE, type Step } from '../../engine/columns/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { reportError } from '../log.ts'

const tooLarge: Step = {
  kind: 'failed',
  failure: { code: 'too_large', message: `The value has more than ${MAX_VALUE} characters.` },
}

/** Runs a step of a column. An unexpected error or a value that is too large fails only its cell. */
export function guardedStep(work: () => Step): Step {
  try {
    const step = work()
    return step.kind === 'value' && isTooLarge(step.value) ? tooLarge : step
  } catch (error) {
    if (error instanceof Refusal)
      return { kind: 'failed', failure: { code: error.code, message: error.message } }
    reportError(error)
    return { kind: 'failed', failure: { code: 'internal', message: 'The column could not be computed.' } }
  }
}
