import type { SheetScoreRow } from '../../db/index.ts'
import { isoTime } from '../../http/iso-time.ts'
import type { LoadedSheet } from '../../sheets/storage/index.ts'
import type { CalculatedScore } from './calculate-score.ts'

export interface ShownScore {
  readonly configured: SheetScoreRow | null
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | null
  readonly calculatedAt: number | null
  /** True if the sheet has changed since the calculation. */
  readonly isStale: boolean
  /** Null before the first calculation. */
  readonly result: CalculatedScore | null
  readonly error: string | null
}

type ScoreType = 'auto' | 'boolean' | 'numeric' | 'custom'

export function presentScore({ sheet }: LoadedSheet, score: ShownScore) {
  const { configured, result, error } = score
  const scoringType = (configured?.score_type ?? null) as ScoreType | null
  const overall = error === null ? overallOf(result) : null
  return {
    success: true as const,
    sheet_id: sheet.id,
    scoring_type: scoringType ?? (result && result.columns.length > 0 ? ('auto' as const) : null),
    columns: (result?.columns ?? []).map(({ id, title }, index) => {
      const column = result!.sheet.columns[index]!
      return {
        column_id: id,
        title,
        score: column.score,
        included_count: column.included,
        excluded_count: column.excluded,
        failed_count: column.failed ?? null,
        resolved_scoring_type: column.resolved,
      }
    }),
    aggregate_score: overall,
    total_rows: result?.sheet.totalRows ?? sheet.row_count,
    scored_rows: result?.sheet.scoredRows ?? 0,
    excluded_rows: result?.sheet.excludedRows ?? sheet.row_count,
    coverage: coverageOfScore(result),
    calculated_at: score.calculatedAt === null ? null : isoTime(score.calculatedAt),
    score_matrix: matrixOf(result),
    score_matrix_metrics: null,
    status: score.status,
    score_calculation_error: error,
    has_custom_scoring: scoringType === 'custom',
    score_configuration: configured && {
      score_type: scoringType!,
      score_config: JSON.parse(configured.score_config) as Record<string, unknown>,
    },
    score_type: typeOf(result, scoringType),
    overall_score: overall,
    details: { ...detailsOf(result), is_stale: score.isStale },
    aggregate: aggregateOf(result, overall),
    per_column: Object.fromEntries(
      (result?.columns ?? []).map(({ id }, index) => [id, columnDetails(result!, index)]),
    ),
  }
}

const overallOf = (result: CalculatedScore | null): number | null =>
  result?.custom ? result.custom.score : (result?.sheet.overall ?? null)

function typeOf(result: CalculatedScore | null, scoringType: ScoreType | null) {
  if (scoringType === 'custom') return 'custom' as const
  return result?.sheet.kind ?? ('none' as const)
}

/** Custom code has no coverage, because the code decides what it counts. */
export function coverageOfScore(result: CalculatedScore | null) {
  if (!result || result.custom) return null
  const { columns, scoredRows, totalRows } = result.sheet
  let [failed, missing] = [0, 0]
  for (const column of columns) {
    if (column.failed === undefined || column.missing === undefined) return null
    failed += column.failed
    missing += column.missing
  }
  return { scored_rows: scoredRows, total_rows: totalRows, failed_cells: failed, missing_cells: missing }
}

function matrixOf(result: CalculatedScore | null) {
  const matrix = result?.custom?.matrices[0]
  return matrix ? matrix.map((row) => [...row]) : null
}

function columnDetails({ columns, sheet }: CalculatedScore, index: number) {
  const { score, included, excluded, successes, interval, resolved } = sheet.columns[index]!
  return {
    column_name: columns[index]!.title,
    score,
    score_type: resolved,
    success_count: successes,
    total_count: included,
    num_skipped: excluded,
    confidence_interval: interval,
  }
}

function detailsOf(result: CalculatedScore | null): Record<string, unknown> {
  if (!result) return {}
  if (result.custom) return { sub_scores: result.custom.subScores, score_matrices: result.custom.matrices }
  if (result.sheet.kind === 'single_column') return columnDetails(result, 0)
  return { columns: result.columns.map((_, index) => columnDetails(result, index)) }
}

/** For booleans the SDKs read `success_count` and `total_count`; otherwise they read `value`. */
function aggregateOf(result: CalculatedScore | null, value: number | null): Record<string, unknown> {
  if (!result) return { type: 'none', value: null }
  if (result.custom) return { type: 'custom', value }
  if (result.winner) {
    const { value: winning, label, count, excluded } = result.winner
    return { type: 'winner', value: winning, label, count, excluded_count: excluded, score: value }
  }
  const [only] = result.sheet.columns
  if (result.sheet.kind !== 'single_column' || !only) return { type: value === null ? 'none' : 'mean', value }
  const { included: total_count, successes: success_count, interval, resolved } = only
  return { type: resolved, value, success_count, total_count, confidence_interval: interval }
}
