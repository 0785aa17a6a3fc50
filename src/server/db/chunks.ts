/** Items in pieces; unless told otherwise, of as many ids as any engine takes in one `in (...)`. */
export function* chunksOf<T>(items: readonly T[], size = 1000): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
