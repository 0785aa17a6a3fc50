import { hasUnstored } from '../api/index.ts'
import { toastProblem } from '../design/index.ts'

const confirmUnload = (event: BeforeUnloadEvent) => hasUnstored() && event.preventDefault()

/** Says that unsaved changes are too large for the storage of the browser, and makes it confirm a reload that loses them. */
export function warnOfUnstored(): void {
  addEventListener('beforeunload', confirmUnload)
  toastProblem('Your unsaved changes are too large for this browser to keep. Save them before you reload.')
}
