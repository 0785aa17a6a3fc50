/** Confidence intervals, paired comparisons, rows that improved or regressed. */

export { alignmentKeys, ambiguousKeys, describeAmbiguous } from './alignment-keys.ts'
export {
  type Better,
  type ComparedOutput,
  type OutputChange,
  outputChange,
  outputRank,
} from './compare-outputs.ts'
export {
  byRegression,
  type ChangeCounts,
  changeOf,
  compareRows,
} from './compare-rows.ts'
export { type Interval, meanInterval, meanOf, shareInterval, wilson } from './interval.ts'
export {
  comparePaired,
  comparePairs,
  describeComparison,
  notComparable,
  type PairedComparison,
  ValuePairs,
} from './paired.ts'
export { type Random, seededRandom } from './random.ts'
export { studentT } from './student.ts'
