interface Point {
  readonly score: number | null
  readonly calculated_at: string
}

/** The score that the sheet had when a version was saved. Later scores belong to changed cells. */
export const scoreWhenSaved = (points: readonly Point[], savedAt: string): number | null =>
  points.findLast(({ calculated_at: at }) => Date.parse(at) <= Date.parse(savedAt))?.score ?? null
