/** The title, or the first of "title 2", "title 3" and so on that is not taken; at most 255 characters. */
export function unusedTitle(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken)
  if (!known.has(wanted)) return wanted
  for (let number = 2; ; number++) {
    const ending = ` ${number}`
    const title = `${wanted.slice(0, 255 - ending.length).toWellFormed()}${ending}`
    if (!known.has(title)) return title
  }
}
