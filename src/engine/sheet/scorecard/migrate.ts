import type { Json } from '../../columns/json.ts'
import type { ScoreConfiguration } from '../score/index.ts'

/** A step to be made, without an id yet. */
export interface MigratedStep {
  readonly title: string
  readonly primitive_type: 'COLUMN_AGGREGATE'
  readonly primitive_config: Readonly<Record<string, Json>>
  readonly source_column_ids: readonly string[]
}

export interface SkippedScore {
  readonly reason: 'custom_code' | 'missing_column' | 'not_scorable' | 'no_columns'
  readonly score_type: string
}

export interface LegacyColumn {
  readonly id: string
  readonly title: string
  /** How the score reads the column's values: of `ColumnScore`. */
  readonly resolved: 'boolean' | 'numeric' | null
  /** The greatest value; numbers above 1 need to know what a full score is. */
  readonly highest: number | null
}

/**
 * A legacy score as steps of a scorecard: one average for each scored column, so that the number stays what it
 * was. Code cannot be converted; a column without a score is not made up. Source: columns.md 2.10.
 */
export function migrateScore(
  configuration: ScoreConfiguration,
  columnIds: readonly string[],
  columns: ReadonlyMap<string, LegacyColumn>,
): { readonly steps: readonly MigratedStep[]; readonly skipped: readonly SkippedScore[] } {
  const { type } = configuration
  const skip = (reason: SkippedScore['reason']) => ({ steps: [], skipped: [{ reason, score_type: type }] })
  if (type === 'custom') return skip('custom_code')
  if (columnIds.length === 0 && !configuration.winner) return skip('no_columns')
  const steps: MigratedStep[] = []
  const skipped: SkippedScore[] = []
  for (const id of columnIds) {
    const column = columns.get(id)
    if (!column) skipped.push({ reason: 'missing_column', score_type: type })
    else if (column.resolved === null) skipped.push({ reason: 'not_scorable', score_type: type })
    else steps.push(averageStep(column, configuration))
  }
  const winner = configuration.winner && columns.get(configuration.winner.column)
  if (configuration.winner && winner) steps.push(winnerStep(winner, configuration.winner))
  else if (configuration.winner) skipped.push({ reason: 'missing_column', score_type: type })
  return { steps, skipped }
}

function averageStep(
  { id, title, resolved, highest }: LegacyColumn,
  { tokens }: ScoreConfiguration,
): MigratedStep {
  const isShare = resolved === 'boolean' || highest === null || highest <= 1
  return step(id, title, {
    aggregation_type: 'average_value',
    score_max: isShare ? 1 : highest <= 100 ? 100 : highest,
    ...(resolved === 'boolean' ? { true_values: [...tokens.true], false_values: [...tokens.false] } : {}),
  })
}

const winnerTypes = {
  most_frequent: 'most_frequent_value',
  lowest: 'min_value',
  highest: 'max_value',
} as const

function winnerStep(
  { id, title }: LegacyColumn,
  winner: NonNullable<ScoreConfiguration['winner']>,
): MigratedStep {
  const label: Readonly<Record<string, Json>> = winner.label === null ? {} : { label_source: winner.label }
  return step(id, title, { aggregation_type: winnerTypes[winner.kind], score_mode: 'info', ...label })
}

function step(id: string, title: string, config: Readonly<Record<string, Json>>): MigratedStep {
  return {
    title,
    primitive_type: 'COLUMN_AGGREGATE',
    primitive_config: { source: id, score_mode: 'score', ...config },
    source_column_ids: [id],
  }
}
