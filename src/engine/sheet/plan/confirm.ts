/** Above this many cells an operation asks first; the sources name no figure. */
export const CONFIRM_ABOVE = 1_000

export type OperationDecision = 'nothing' | 'run' | 'confirm'

/** `confirmed`: the caller brought a token that fits this sheet, version and selection and has not run out. */
export function decideOperation(
  cellCount: number,
  confirmed: boolean,
  above = CONFIRM_ABOVE,
): OperationDecision {
  if (cellCount === 0) return 'nothing'
  return cellCount > above && !confirmed ? 'confirm' : 'run'
}
