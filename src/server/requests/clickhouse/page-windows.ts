/** Days of the first window that a page is searched in: most pages are full after it. */
export const firstWindow = 1

/** How many times as long as the window before a window is. */
const growth = { least: 4, most: 64 }

/** Days of the next window, after a window of `days` with so many `matches`: twice the days that should hold the `missing` requests. */
export function nextWindow(days: number, matches: number, missing: number): number {
  const expected = matches === 0 ? growth.most : (2 * missing) / matches
  return days * Math.min(growth.most, Math.max(growth.least, expected))
}
