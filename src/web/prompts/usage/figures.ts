import { percent } from '../../design/index.ts'
import { percentileText } from '../../requests/values.ts'
import type { Figures, Usage } from './queries.ts'

export const countText = (count: number): string => count.toLocaleString('en')

/** The mean score, with at most one decimal; a dash without scores. */
export const scoreText = ({ score }: Pick<Figures, 'score'>): string =>
  score === null ? '–' : score.toLocaleString('en', { maximumFractionDigits: 1 })

export const errorText = ({ errors, requests }: Pick<Figures, 'errors' | 'requests'>): string =>
  requests === 0 ? '–' : percent(errors / requests)

export const latencyText = (milliseconds: number | null, percentiles: Usage['latencyPercentiles']): string =>
  percentileText(milliseconds === null ? null : milliseconds / 1000, percentiles)
