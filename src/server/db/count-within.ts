/** Bytes of a page that a background job reads, unless its first row has more. */
const pageBytes = 2 * 1024 * 1024

/** How many of the rows, by their sizes in bytes, make one page; at least one of any. */
export function countWithin(sizes: readonly number[]): number {
  let sum = 0
  const end = sizes.findIndex((size, index) => {
    sum += size
    return index > 0 && sum > pageBytes
  })
  return end < 0 ? sizes.length : end
}
