import { useMutation } from '@tanstack/react-query'
import { call, invalidate } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'

/** Calculates the scorecard again. */
export function useCalculate(params: SheetParams) {
  return useMutation({
    mutationFn: () => call('recalculateScorecard', { params, body: {} }),
    onSuccess: () => invalidate(sheetKey(params)),
    onError: (error) => toast(error.message, { isProblem: true }),
  })
}
