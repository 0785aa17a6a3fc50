/** The title, or the first unused of "title 2", "title 3" and so on; at most 255 characters. */
export function unusedTitle(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken)
  if (!used.has(wanted)) return wanted
  for (let number = 2; ; number++) {
    const ending = ` ${number}`
    const title = `${wanted.slice(0, 255 - ending.length).toWellFormed()}${ending}`
    if (!used.has(title)) return title
  }
}
