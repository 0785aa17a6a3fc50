/** Number of cells above which an operation needs a confirmation; PromptLayer documents no number. */
const CONFIRM_ABOVE = 1_000

export type OperationDecision = 'nothing' | 'run' | 'confirm'

/** `confirmed`: the caller sent an unexpired token for this sheet, version and selection. */
export function decideOperation(cellCount: number, confirmed: boolean): OperationDecision {
  if (cellCount === 0) return 'nothing'
  return cellCount > CONFIRM_ABOVE && !confirmed ? 'confirm' : 'run'
}
