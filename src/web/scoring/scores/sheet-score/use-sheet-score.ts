import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call, invalidate } from '../../../api/index.ts'
import { counted } from '../../../design/index.ts'
import { useFormChange } from '../../../dialogs/values.ts'
import { isUnderWay, type SheetParams, scoreQuery, sheetKey } from '../../../sheets/queries.ts'
import { type ScoreDraft, type SheetScoreAnswer, sentScore } from './score-draft.ts'

const pollMilliseconds = 1_000

const isCalculating = (score: SheetScoreAnswer | undefined) =>
  score?.score_configuration != null && isUnderWay(score.status)

const polledScoreQuery = (params: SheetParams) =>
  queryOptions({
    ...scoreQuery(params),
    refetchInterval: ({ state }) => (isCalculating(state.data) ? pollMilliseconds : false),
  })

/** The score of a sheet without a scorecard; polled while it is calculated. */
export function useSheetScore(params: SheetParams) {
  const score = useQuery(polledScoreQuery(params))
  const refresh = () => invalidate(sheetKey(params))
  const calculate = useMutation({
    mutationFn: () => call('recalculateSheetScore', { params }),
    onSuccess: refresh,
  })
  const save = useFormChange(
    async (draft: ScoreDraft) => {
      await call('configureSheetScore', { params, body: sentScore(draft) })
      await call('recalculateSheetScore', { params })
    },
    { done: 'Sheet score saved. It is being calculated.', onSuccess: refresh },
  )
  const migrate = useFormChange(
    (deletes: boolean) => call('migrateScore', { params, body: { delete_legacy_score: deletes } }),
    {
      done: ({ converted_count: count, skipped }) => [
        count > 0
          ? `The score card has ${counted(count, 'more step')}`
          : `It cannot be converted to steps: ${skipped.map(({ reason }) => reason.replaceAll('_', ' ')).join(', ')}`,
        { isProblem: count === 0 },
      ],
      onSuccess: refresh,
    },
  )
  return {
    data: score.data,
    problem: score.error,
    error: calculate.error ?? migrate.error,
    saveError: save.error,
    isBusy: calculate.isPending || save.isPending || migrate.isPending,
    isUnderWay: isCalculating(score.data),
    calculate: () => calculate.mutate(),
    save: save.mutate,
    migrate: migrate.mutate,
  }
}

export type SheetScoring = ReturnType<typeof useSheetScore>
