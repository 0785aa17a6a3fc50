import type { Answer } from '../../api/index.ts'
import type { Column } from '../../sheets/index.ts'
import { newStep, type SentStep } from './step-draft.ts'

type Found = Answer<'readDistributions'>['columns'][number]
type Spread = Found['distribution']

/**
 * Column types without cost. The scorecard computes them again for each row, so that each row has evidence.
 */
const free: ReadonlySet<string> = new Set(['COMPARE', 'CONTAINS', 'REGEX', 'ASSERT_VALID', 'TRAJECTORY'])

export interface Suggestion {
  readonly step: SentStep
  /** Passes and failures are taken unless a person takes them out; numbers have no natural bar. */
  readonly isTaken: boolean
}

/** Steps for the computed columns whose values are booleans or numbers. */
export function suggestedSteps(
  columns: readonly Column[],
  distributions: readonly Found[],
): readonly Suggestion[] {
  const judged = columns.flatMap((column) => {
    const spread = distributions.find(({ column_id }) => column_id === column.id)?.distribution
    const isJudged = spread?.kind === 'verdicts' || spread?.kind === 'numbers'
    return isJudged && column.type !== 'TEXT' ? [{ column, spread }] : []
  })
  const hasVerdicts = judged.some(({ spread }) => spread.kind === 'verdicts')
  return judged.map(({ column, spread }) => ({
    step: stepFor(column, spread),
    isTaken: spread.kind === 'verdicts' || !hasVerdicts,
  }))
}

function stepFor(column: Column, spread: Spread): SentStep {
  const { title } = column
  if (spread.kind === 'verdicts')
    return free.has(column.type) && column.config
      ? {
          ...newStep(column.type as SentStep['primitive_type']),
          title,
          primitive_config: column.config,
        }
      : verdictStep(title)
  return {
    ...newStep('COLUMN_AGGREGATE'),
    title,
    primitive_config: {
      source: title,
      aggregation_type: 'average_value',
      ...(spread.kind === 'numbers' && { score_max: Math.max(1, Math.ceil(spread.max)) }),
    },
  }
}

/** Judges each row by the boolean of a column: the mean of a whole column would name no failing rows. */
const verdictStep = (title: string): SentStep => ({
  ...newStep('COMPARE'),
  title,
  primitive_config: { sources: [title], target: 'true', comparison_type: { type: 'STRING' } },
})
