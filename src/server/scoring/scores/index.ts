import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/handler.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { configureSheetScore } from './configure-score.ts'
import { migrateScore } from './migrate-score.ts'
import { readSheetScore } from './read-score.ts'
import { calculateScoreIfOutdated, recalculateSheetScore } from './recalculate-score.ts'
import { readScoreHistory } from './score-history.ts'
import { scoreJob } from './score-job.ts'
import { readScoreStatistics } from './score-statistics.ts'

export { saveScoreConfiguration } from './configure-score.ts'
export { coverageOfScore } from './present-score.ts'
export { refuseScored } from './score-config.ts'
export { findScore, saveScore } from './score-queries.ts'
export { scoresOfVersions } from './version-scores.ts'
export { calculateScoreIfOutdated }

export const scoreHandlers = {
  readSheetScore,
  configureSheetScore,
  recalculateSheetScore,
  readScoreHistory,
  readScoreStatistics,
  migrateScore,
} satisfies Partial<Handlers>

export const scoreJobs = (context: Context): readonly JobHandler[] => [scoreJob(context)]
