import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/handler.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { cancelScorecard } from './cancel-scorecard.ts'
import { configureScorecard } from './configure-scorecard.ts'
import { finishCalculationJob } from './finish-calculation.ts'
import { readScorecardCalculation } from './read-calculation.ts'
import { scoreRowsJob } from './score-rows.ts'
import { listScorecardRows, readScorecardRow } from './scorecard-rows.ts'
import { deleteScorecard, readScorecard, recalculateScorecard } from './scorecards.ts'

export { answerNeedOf } from './answer-need.ts'
export { calculateIfOutdated } from './calculate-if-outdated.ts'
export { latestCompleted, selectCompleted } from './calculation-queries.ts'
export { makeScorecard, type ScorecardContent, saveScorecard } from './configure-scorecard.ts'
export { coverageOfCalculation } from './coverage.ts'
export { describeScorecard } from './describe-scorecard.ts'
export { loadScorecard, resolveCalculation } from './read-calculation.ts'
export { readSteps, type SentStep } from './read-steps.ts'
export { selectScoresAfter } from './result-queries.ts'
export { findScorecard } from './scorecard-queries.ts'
export { startCalculation } from './start-calculation.ts'
export { parseSteps } from './stored-step.ts'

export const scorecardHandlers = {
  readScorecard,
  configureScorecard,
  deleteScorecard,
  recalculateScorecard,
  cancelScorecard,
  readScorecardCalculation,
  listScorecardRows,
  readScorecardRow,
} satisfies Partial<Handlers>

export const scorecardJobs = (context: Context): readonly JobHandler[] => [
  scoreRowsJob(context),
  finishCalculationJob(context),
]
