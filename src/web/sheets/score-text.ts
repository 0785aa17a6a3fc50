export const percent = (share: number): string =>
  share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })

/** Scores of columns and of code may be of any size: only what can be a share is told as one. */
export const scoreText = (score: number): string =>
  score >= 0 && score <= 1 ? percent(score) : score.toLocaleString('en', { maximumFractionDigits: 2 })
