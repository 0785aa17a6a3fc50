import { call, invalidate } from '../../api/index.ts'
import { useFormChange } from '../../dialogs/values.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import type { Scorecard } from './criteria.ts'
import { type StepDraft, stepBody } from './step-draft.ts'
import { useCalculate } from './use-calculate.ts'

export interface Draft {
  readonly name: string
  readonly steps: readonly StepDraft[]
  readonly aggregation: Scorecard['aggregation']
  /** Ids of the evaluated columns, which the scorecard lists for its readers. */
  readonly evaluated: readonly string[]
  /** Settings of other clients, which are kept unchanged. */
  readonly display: Scorecard['display_config']
  /** The calculation to compare with, instead of the previous one. */
  readonly baseline: Scorecard['baseline_config']
}

/** Changes the scorecard of a sheet. Each change invalidates the data that it affects. */
export function useScoring(params: SheetParams) {
  const refresh = () => invalidate(sheetKey(params))
  const calculate = useCalculate(params)
  const save = useFormChange(
    async ({ name, steps, aggregation, evaluated, display, baseline }: Draft) => {
      await call('configureScorecard', {
        params,
        body: {
          name,
          aggregation: { ...aggregation },
          evaluated_column_ids: [...evaluated],
          display_config: display,
          baseline_config: baseline,
          steps: steps.map(stepBody),
        },
      })
      await call('recalculateScorecard', { params, body: {} })
    },
    { done: 'Score card saved. It is being calculated.', onSuccess: refresh },
  )
  const cancel = useFormChange(() => call('cancelScorecard', { params, body: {} }), {
    done: ({ cancelled_count }) =>
      cancelled_count > 0 ? 'Calculation cancelled' : 'No calculation was under way',
    onSuccess: refresh,
  })
  const remove = useFormChange(() => call('deleteScorecard', { params }), {
    done: 'Score card deleted',
    onSuccess: refresh,
  })
  return {
    error: cancel.error ?? remove.error,
    saveError: save.error,
    isBusy: calculate.isPending || save.isPending,
    calculate: () => calculate.mutate(),
    save: save.mutate,
    cancel: () => cancel.mutate(),
    remove: () => remove.mutate(),
  }
}

export type Scoring = ReturnType<typeof useScoring>
