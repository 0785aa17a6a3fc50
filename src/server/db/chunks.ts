/** Ids in pieces that any engine takes in one `in (...)`. */
export function* chunksOf<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += 1000) yield items.slice(start, start + 1000)
}
