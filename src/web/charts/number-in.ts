/** A value of a chart's row as a number; null for texts and missing values. */
export const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The key of the series that adds up the groups without a series of their own. */
export const otherKey = 'other'
