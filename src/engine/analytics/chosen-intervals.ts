/** Widths of buckets that a call may choose. */
export const chosenIntervals = ['hour', 'day', 'week'] as const
export type ChosenInterval = (typeof chosenIntervals)[number]
