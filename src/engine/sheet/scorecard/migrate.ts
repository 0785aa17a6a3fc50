import type { Json } from '../../json/json.ts'
import type { ScoreConfiguration } from '../score/index.ts'

/** A step to create, without an id yet. */
export interface MigratedStep {
  readonly title: string
  readonly primitive_type: 'COLUMN_AGGREGATE'
  readonly primitive_config: Readonly<Record<string, Json>>
  readonly source_column_ids: readonly string[]
}

export interface SkippedScore {
  readonly reason: 'custom_code' | 'missing_column' | 'not_scorable' | 'unknown_scale' | 'no_columns'
  readonly score_type: string
}

export interface LegacyColumn {
  readonly id: string
  readonly title: string
  /** `ColumnScore.resolved`: the kind of the column's values. */
  readonly resolved: 'boolean' | 'numeric' | null
  /** `ScoreMeaning`: cells with several assertions are read. */
  readonly hasAssertions: boolean
  /** Range of the numbers; null without numbers. */
  readonly range: { readonly lowest: number; readonly highest: number } | null
}

/**
 * A legacy score as scorecard steps: one average for each scored column, so that the score keeps its value. Code, and
 * columns without a score, are skipped. Steps go from 0 to 1: percentages are recognised by their values; the full
 * score of other numbers is unknown, so they are skipped. Source: columns.md 2.10.
 */
export function migrateScore(
  configuration: ScoreConfiguration,
  columnIds: readonly string[],
  columns: ReadonlyMap<string, LegacyColumn>,
): { readonly steps: readonly MigratedStep[]; readonly skipped: readonly SkippedScore[] } {
  const { type, winner } = configuration
  const skip = (reason: SkippedScore['reason']) => ({ steps: [], skipped: [{ reason, score_type: type }] })
  if (type === 'custom') return skip('custom_code')
  if (columnIds.length === 0 && !winner) return skip('no_columns')
  const steps: MigratedStep[] = []
  const skipped: SkippedScore[] = []
  for (const id of columnIds) {
    const column = columns.get(id)
    const reason = column ? skipReasonOf(column) : 'missing_column'
    if (column && reason === null) steps.push(averageStep(column, configuration))
    else if (reason !== null) skipped.push({ reason, score_type: type })
  }
  const winningColumn = winner && columns.get(winner.column)
  if (winner && winningColumn && (winner.label === null || columns.has(winner.label)))
    steps.push(winnerStep(winningColumn, winner))
  else if (winner) skipped.push({ reason: 'missing_column', score_type: type })
  return { steps, skipped }
}

function skipReasonOf({ resolved, range }: LegacyColumn): SkippedScore['reason'] | null {
  if (resolved === 'boolean') return null
  if (resolved === null || range === null) return 'not_scorable'
  return fullScoreOf(range) === null ? 'unknown_scale' : null
}

/** 4 and 5 may be stars, marks out of ten or per cent; 80 is almost certainly per cent. */
function fullScoreOf({ lowest, highest }: NonNullable<LegacyColumn['range']>): 1 | 100 | null {
  if (lowest < 0 || highest > 100) return null
  if (highest <= 1) return 1
  return highest > 10 ? 100 : null
}

function averageStep(
  { id, title, resolved, hasAssertions, range }: LegacyColumn,
  { type, tokens, assertions }: ScoreConfiguration,
): MigratedStep {
  return step(id, title, {
    aggregation_type: 'average_value',
    score_type: type,
    score_max: (resolved === 'numeric' && range && fullScoreOf(range)) || 1,
    ...(resolved === 'boolean' && {
      true_values: [...tokens.true],
      false_values: [...tokens.false],
    }),
    ...(type !== 'numeric' && { assertion_aggregation: hasAssertions ? assertions : 'none' }),
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
