/** The one number of a score, in the server's form; null if there is none yet. */
export function scoreText(score: Readonly<Record<string, unknown>> | null): string | null {
  const value = score?.['overall_score'] ?? score?.['score']
  return typeof value === 'number' ? shownScore(value) : null
}

export const shownScore = (value: number): string => String(Math.round(value * 100) / 100)
