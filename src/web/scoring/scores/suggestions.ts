import type { Answer } from '../../api/index.ts'
import type { Column } from '../../sheets/index.ts'
import { newStep, type SentStep } from './step-draft.ts'
import { type VerdictForm, verdictForm } from './verdict-column.ts'

type Found = Answer<'readDistributions'>['columns'][number]
type Spread = Found['distribution']

/**
 * Column types without cost. The scorecard computes them again for each row, so that each row has evidence.
 */
const free: ReadonlySet<string> = new Set(['COMPARE', 'CONTAINS', 'REGEX', 'ASSERT_VALID', 'TRAJECTORY'])

export interface Suggestion {
  readonly step: SentStep
  /**
   * True for steps with passes and failures, until the person removes them; false for numbers, which have no
   * natural bar.
   */
  readonly isTaken: boolean
}

/** Steps for the computed columns whose values are booleans or numbers. `sampled` has some current values of a column. */
export function suggestedSteps(
  columns: readonly Column[],
  distributions: readonly Found[],
  sampled: (column: string) => readonly unknown[],
): readonly Suggestion[] {
  const judged = columns.flatMap((column) => {
    const spread = distributions.find(({ column_id }) => column_id === column.id)?.distribution
    const isJudged = spread?.kind === 'verdicts' || spread?.kind === 'numbers'
    return isJudged && column.type !== 'TEXT' ? [{ column, spread }] : []
  })
  const hasVerdicts = judged.some(({ spread }) => spread.kind === 'verdicts')
  return judged.map(({ column, spread }) => ({
    step: stepFor(column, spread, sampled),
    isTaken: spread.kind === 'verdicts' || !hasVerdicts,
  }))
}

function stepFor(column: Column, spread: Spread, sampled: (column: string) => readonly unknown[]): SentStep {
  const { title } = column
  if (spread.kind === 'verdicts' && free.has(column.type) && column.config)
    return {
      ...newStep(column.type as SentStep['primitive_type']),
      title,
      primitive_config: column.config,
    }
  const form = spread.kind === 'verdicts' ? verdictForm(sampled(column.id)) : null
  return form ? verdictStep(title, form) : meanStep(title, spread)
}

/** Judges each row by the verdict of a column: the mean of a whole column would name no failing rows. */
export const verdictStep = (title: string, form: VerdictForm): SentStep => ({
  ...newStep('COMPARE'),
  title,
  primitive_config:
    form === 'boolean'
      ? { sources: [title], target: 'true', comparison_type: { type: 'STRING' } }
      : {
          sources: [title],
          target: { value: true },
          comparison_type: { type: 'JSON', json_path: '$.value' },
        },
})

const meanStep = (title: string, spread: Spread): SentStep => ({
  ...newStep('COLUMN_AGGREGATE'),
  title,
  primitive_config: {
    source: title,
    aggregation_type: 'average_value',
    ...(spread.kind === 'numbers' && { score_max: Math.max(1, Math.ceil(spread.max)) }),
  },
})
