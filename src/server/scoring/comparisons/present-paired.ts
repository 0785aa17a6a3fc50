import { describeComparison, type PairedComparison } from '../../../engine/sheet/index.ts'

export const presentPaired = (comparison: PairedComparison) => ({
  pairs: comparison.pairs,
  missing_before: comparison.missingBefore,
  missing_after: comparison.missingAfter,
  before: comparison.before,
  after: comparison.after,
  difference: comparison.difference,
  confidence_interval: comparison.interval,
  finding: comparison.finding,
  text: describeComparison(comparison),
})
