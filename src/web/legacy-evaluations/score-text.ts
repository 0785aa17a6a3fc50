type Score = Readonly<Record<string, unknown>> | null

/** The number of a score; null before the first calculation. */
export function scoreOf(score: Score): number | null {
  const value = score?.['overall_score'] ?? score?.['score']
  return typeof value === 'number' ? value : null
}

export function scoreText(score: Score): string | null {
  const value = scoreOf(score)
  return value === null ? null : shownScore(value)
}

/** The change of a score since the previous run, with its sign; null if it is 0 or if one of the runs has no score. */
export function changeOf(score: Score, before: Score): { text: string; isBetter: boolean } | null {
  const [current, previous] = [scoreOf(score), scoreOf(before)]
  if (current === null || previous === null || shownScore(current) === shownScore(previous)) return null
  const change = current - previous
  return { text: `${change > 0 ? '+' : '−'}${shownScore(Math.abs(change))}`, isBetter: change > 0 }
}

export const shownScore = (value: number): string => String(Math.round(value * 100) / 100)
