/** Scores, scorecards and comparisons of sheets, in panels beside the grid. */

import { lazy } from 'react'
import { loadPart } from '../design/index.ts'

export { findingText, pointsText, signedText } from './compare/finding.ts'

export const ComparePanel = lazy(async () => ({
  default: (await loadPart(() => import('./compare/compare-panel.tsx'))).ComparePanel,
}))
export const ScorePanel = lazy(async () => ({
  default: (await loadPart(() => import('./scores/score-panel.tsx'))).ScorePanel,
}))
