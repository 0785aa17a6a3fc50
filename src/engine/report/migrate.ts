import type { ReportScore } from './score.ts'

/** What a full score of each scored column is: the step of a scorecard divides the column's mean by it. */
export interface MigratedStep {
  readonly column: string
  readonly scoreMax: number
  /** Of the column's score in the report: the step's score times this. */
  readonly scale: number
}

export interface SkippedColumn {
  readonly column: string | null
  readonly reason: 'custom_code' | 'not_scorable' | 'negative'
}

export interface MigratedScore {
  readonly steps: readonly MigratedStep[]
  readonly skipped: readonly SkippedColumn[]
  /** The report's score is the scorecard's times this; null where they cannot agree, or nothing was scored. */
  readonly scale: number | null
}

const nothing = { steps: [], scale: null } as const

/**
 * A run's score as steps of a scorecard. Reports count true and false from 0 to 100 and numbers as they are; steps
 * count from 0 to 1. Weighted by their scales, the steps' mean is the report's score over one number, whatever the
 * columns are: (Σ scaleᵢ·stepᵢ) / n = scorecard · (Σ scaleᵢ) / n.
 */
export function migrateReportScore({ score_type, details }: ReportScore): MigratedScore {
  if (score_type === 'custom') return { ...nothing, skipped: [{ column: null, reason: 'custom_code' }] }
  const columns = 'columns' in details ? details.columns : 'column_name' in details ? [details] : []
  const steps: MigratedStep[] = []
  const skipped: SkippedColumn[] = []
  for (const { column_name: column, score, score_type: type } of columns)
    if (score === null) skipped.push({ column, reason: 'not_scorable' })
    else if (score < 0) skipped.push({ column, reason: 'negative' })
    else if (type === 'boolean') steps.push({ column, scoreMax: 1, scale: 100 })
    else steps.push({ column, scoreMax: fullScore(score), scale: fullScore(score) })
  const agrees = steps.length > 0 && !skipped.some(({ reason }) => reason === 'negative')
  const scale = steps.reduce((sum, step) => sum + step.scale, 0) / steps.length
  return { steps, skipped, scale: agrees ? scale : null }
}

/** Means up to 1 are shares, up to 100 percentages; of what is more nobody knows, so the mean itself is. */
const fullScore = (mean: number): number => (mean <= 1 ? 1 : Math.max(100, mean))
