/** Scoring of sheets with scores and scorecards, and comparisons of two sheets, versions or calculations. */
import type { Context } from '../context.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobHandler } from '../jobs/index.ts'
import type { SheetPorts } from '../sheets/index.ts'
import { calculationStates } from './calculation-states.ts'
import { compareOutputs } from './comparisons/compare-outputs.ts'
import { compareSheets } from './comparisons/compare-sheets.ts'
import { copyScoring } from './copy-scoring.ts'
import { latestScores, tablesWithLatestScores } from './latest-scores.ts'
import { scoreAfterRunJob } from './score-after-run.ts'
import { scorecardHandlers, scorecardJobs } from './scorecards/index.ts'
import { refuseScored, scoreHandlers, scoreJobs, scoresOfVersions } from './scores/index.ts'

export { migrateScoring } from './migrate-scoring.ts'
export { startCalculation } from './scorecards/index.ts'

export const scoringHandlers = {
  compareSheets,
  compareOutputs,
  ...scoreHandlers,
  ...scorecardHandlers,
} satisfies Partial<Handlers>

export const scoringJobs = (context: Context): readonly JobHandler[] => [
  ...scoreJobs(context),
  ...scorecardJobs(context),
  scoreAfterRunJob(context),
]

export const scoringOfSheets: SheetPorts['scoring'] = {
  copy: copyScoring,
  refuseScored,
  ofVersions: scoresOfVersions,
  latest: latestScores,
  latestTables: tablesWithLatestScores,
  calculations: calculationStates,
}
