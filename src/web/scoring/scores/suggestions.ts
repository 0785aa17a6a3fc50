import type { Answer } from '../../api/index.ts'
import type { Column } from '../../sheets/index.ts'
import { newStep, type StepDraft } from './step-draft.ts'
import { type VerdictForm, verdictForm } from './verdict-column.ts'

type ColumnDistribution = Answer<'readDistributions'>['columns'][number]
type Distribution = ColumnDistribution['distribution']

/**
 * Column types without cost. The scorecard computes them again for each row, so that each row has evidence.
 */
const freeTypes: ReadonlySet<string> = new Set(['COMPARE', 'CONTAINS', 'REGEX', 'ASSERT_VALID', 'TRAJECTORY'])

export interface Suggestion {
  readonly step: StepDraft
  /**
   * True for steps with passes and failures, until the person removes them; false for numbers, which have no
   * natural threshold.
   */
  readonly isChosen: boolean
}

/** Steps for the computed columns whose values are booleans or numbers. `sampleValues` has some current values of a column. */
export function suggestedSteps(
  columns: readonly Column[],
  distributions: readonly ColumnDistribution[],
  sampleValues: (column: string) => readonly unknown[],
): readonly Suggestion[] {
  const scorable = columns.flatMap((column) => {
    const distribution = distributions.find(({ column_id }) => column_id === column.id)?.distribution
    const isScorable = distribution?.kind === 'verdicts' || distribution?.kind === 'numbers'
    return isScorable && column.type !== 'TEXT' ? [{ column, distribution }] : []
  })
  const hasVerdicts = scorable.some(({ distribution }) => distribution.kind === 'verdicts')
  return scorable.map(({ column, distribution }) => ({
    step: stepFor(column, distribution, sampleValues),
    isChosen: distribution.kind === 'verdicts' || !hasVerdicts,
  }))
}

function stepFor(
  column: Column,
  distribution: Distribution,
  sampleValues: (column: string) => readonly unknown[],
): StepDraft {
  const { title } = column
  if (distribution.kind === 'verdicts' && freeTypes.has(column.type) && column.config)
    return {
      ...newStep(column.type as StepDraft['primitive_type']),
      title,
      primitive_config: column.config,
    }
  const form = distribution.kind === 'verdicts' ? verdictForm(sampleValues(column.id)) : null
  return form ? verdictStep(title, form) : meanStep(title, distribution)
}

/** Judges each row by the verdict of a column. The mean of a whole column would not show which rows fail. */
export const verdictStep = (title: string, form: VerdictForm): StepDraft => ({
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

const meanStep = (title: string, distribution: Distribution): StepDraft => ({
  ...newStep('COLUMN_AGGREGATE'),
  title,
  primitive_config: {
    source: title,
    aggregation_type: 'average_value',
    ...(distribution.kind === 'numbers' && { score_max: Math.max(1, Math.ceil(distribution.max)) }),
  },
})
