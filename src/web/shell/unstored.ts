import { hasUnstored } from '../api/index.ts'
import { toastProblem } from '../design/index.ts'

const ask = (event: BeforeUnloadEvent) => hasUnstored() && event.preventDefault()

/** Says that unsaved changes are too large for the storage of the browser. From now on, a reload that loses them asks. */
export function warnOfUnstored(): void {
  addEventListener('beforeunload', ask)
  toastProblem('The unsaved changes are too large for this browser to keep: save them before you reload.')
}
