import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'

/** Calculates the scorecard again. */
export function useCalculate(params: SheetParams) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('recalculateScorecard', { params, body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: sheetKey(params) }),
    onError: (error) => toast(error.message, { isProblem: true }),
  })
}
