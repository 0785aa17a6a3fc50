import type { ReportScore } from './score.ts'

/** A column with its full score, by which the scorecard step divides the column's mean. */
export interface MigratedStep {
  readonly column: string
  readonly scoreMax: number
  /** Factor from the step's score to the column's score in the report. */
  readonly scale: number
}

export interface SkippedColumn {
  readonly column: string | null
  readonly reason: 'custom_code' | 'not_scorable' | 'negative'
}

export interface MigratedScore {
  readonly steps: readonly MigratedStep[]
  readonly skipped: readonly SkippedColumn[]
  /** Factor from the scorecard's score to the report's; null if no factor exists, or without scores. */
  readonly scale: number | null
}

const noSteps = { steps: [], scale: null } as const

/**
 * A run's score as scorecard steps. Reports score booleans from 0 to 100 and numbers as they are; steps go from 0 to 1.
 * Weighted by their scales, the mean of the steps is the report's score divided by one factor:
 * (Σ scaleᵢ·stepᵢ) / n = scorecard · (Σ scaleᵢ) / n.
 */
export function migrateReportScore({ score_type, details }: ReportScore): MigratedScore {
  if (score_type === 'custom') return { ...noSteps, skipped: [{ column: null, reason: 'custom_code' }] }
  const columns = 'columns' in details ? details.columns : 'column_name' in details ? [details] : []
  const steps: MigratedStep[] = []
  const skipped: SkippedColumn[] = []
  for (const { column_name: column, score, score_type: type } of columns)
    if (score === null) skipped.push({ column, reason: 'not_scorable' })
    else if (score < 0) skipped.push({ column, reason: 'negative' })
    else if (type === 'boolean') steps.push({ column, scoreMax: 1, scale: 100 })
    else steps.push({ column, scoreMax: fullScore(score), scale: fullScore(score) })
  const hasCommonScale = steps.length > 0 && !skipped.some(({ reason }) => reason === 'negative')
  const scale = steps.reduce((sum, step) => sum + step.scale, 0) / steps.length
  return { steps, skipped, scale: hasCommonScale ? scale : null }
}

/** Means up to 1 are shares, up to 100 percentages; above that the scale is unknown, so the mean is the full score. */
const fullScore = (mean: number): number => (mean <= 1 ? 1 : Math.max(100, mean))
