import { percent } from '../design/values.ts'

/** The score; null if it covers no rows, because rows without values count as failed then. */
export const knownScore = (
  score: number | null,
  coverage: { readonly scored_rows: number } | null | undefined,
): number | null => (coverage?.scored_rows === 0 ? null : score)

/**
 * A score as text. Scores by columns or code may have any size; those from 0 to 1 are shown as percentages.
 */
export const scoreText = (score: number): string =>
  score >= 0 && score <= 1 ? percent(score) : score.toLocaleString('en', { maximumFractionDigits: 2 })
