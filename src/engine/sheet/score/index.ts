/** Scores of sheets: tallies, defaults, winners, results of scoring code. */

export { type ColumnScore, ColumnTally, type TallyRules } from './column-tally.ts'
export {
  maxScoringCode,
  readScoreConfiguration,
  readSentScore,
  type ScoreConfiguration,
  type SentScore,
  type WinnerKind,
} from './configuration.ts'
export {
  type CustomScore,
  customScoreData,
  type MatrixCell,
  readCustomScore,
} from './custom.ts'
export { defaultColumns, displacedColumns, firstScored, type ScorableColumn } from './default-columns.ts'
export {
  type AssertionAggregation,
  DEFAULT_TOKENS,
  readAssertions,
  readBoolean,
  readNumber,
  tokensOf,
} from './read-value.ts'
export { type ScoredCell, type SheetScore, SheetTally } from './sheet-tally.ts'
export { type WinnerResult, WinnerTally } from './winner.ts'
