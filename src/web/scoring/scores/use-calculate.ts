import { call, invalidate } from '../../api/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'

/** Calculates the scorecard again. */
export function useCalculate(params: SheetParams) {
  return useChange(() => call('recalculateScorecard', { params, body: {} }), {
    onSuccess: () => invalidate(sheetKey(params)),
  })
}
