/** Scores, scorecards and comparisons of sheets, in panels beside the grid. */
import { lazy } from 'react'

export { findingText, pointsText, signedText } from './compare/finding.ts'

export const ComparePanel = lazy(async () => ({
  default: (await import('./compare/compare-panel.tsx')).ComparePanel,
}))
export const ScorePanel = lazy(async () => ({
  default: (await import('./scores/score-panel.tsx')).ScorePanel,
}))
