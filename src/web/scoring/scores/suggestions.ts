import type { Answer } from '../../api/index.ts'
import type { Column } from '../../sheets/index.ts'
import { newStep, type SentStep } from './step-draft.ts'

type Scored = Answer<'readScoreStatistics'>['columns'][number]

/**
 * Column types without cost. The scorecard computes them again for each row, so that each row has evidence.
 */
const free: ReadonlySet<string> = new Set(['COMPARE', 'CONTAINS', 'REGEX', 'ASSERT_VALID', 'TRAJECTORY'])

/** Steps for the columns with booleans or numbers. */
export function suggestedSteps(
  columns: readonly Column[],
  statistics: readonly Scored[],
): readonly SentStep[] {
  return statistics.flatMap((scored) => {
    const column = columns.find(({ id }) => id === scored.column_id)
    return column && scored.resolved_scoring_type ? [stepFor(column, scored)] : []
  })
}

function stepFor(column: Column, { resolved_scoring_type: type, maximum }: Scored): SentStep {
  const { title } = column
  if (free.has(column.type) && column.config)
    return {
      ...newStep(column.type as SentStep['primitive_type']),
      title,
      primitive_config: column.config,
    }
  return {
    ...newStep('COLUMN_AGGREGATE'),
    title,
    primitive_config: {
      source: column.title,
      aggregation_type: 'average_value',
      ...(type === 'numeric' && { score_max: Math.max(1, Math.ceil(maximum ?? 1)) }),
    },
  }
}
