/** Days of the first window, after which most pages are full. */
export const firstWindow = 1

/** Bounds of the factor by which windows grow. */
const growth = { min: 4, max: 64 }

/**
 * Days of the next window, after a window of `days` that had `matches` requests: twice the days in which the `missing`
 * requests are expected.
 */
export function nextWindow(days: number, matches: number, missing: number): number {
  const expected = matches === 0 ? growth.max : (2 * missing) / matches
  return days * Math.min(growth.max, Math.max(growth.min, expected))
}
