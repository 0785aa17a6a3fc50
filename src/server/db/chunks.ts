/** Splits a list. The default size is the number of ids that both engines accept in one `in (...)`. */
export function* chunksOf<T>(items: readonly T[], size = 1000): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
