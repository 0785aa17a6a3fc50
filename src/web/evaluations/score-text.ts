/** The number of a score, in the server's form; null before the first calculation. */
export function scoreText(score: Readonly<Record<string, unknown>> | null): string | null {
  const value = score?.['overall_score'] ?? score?.['score']
  return typeof value === 'number' ? shownScore(value) : null
}

export const shownScore = (value: number): string => String(Math.round(value * 100) / 100)
