/** The title, or the first unused of "title 2", "title 3" and so on; at most 255 characters. */
export function unusedTitle(preferred: string, titles: readonly string[]): string {
  const used = new Set(titles)
  if (!used.has(preferred)) return preferred
  for (let number = 2; ; number++) {
    const ending = ` ${number}`
    const title = `${preferred.slice(0, 255 - ending.length).toWellFormed()}${ending}`
    if (!used.has(title)) return title
  }
}
