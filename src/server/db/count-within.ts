/** Maximum bytes of a page that a background job reads, unless its first row is larger. */
const pageBytes = 2 * 1024 * 1024

/** Returns how many of the rows with these sizes in bytes fit into one page; at least one, if there are rows. */
export function countWithin(sizes: readonly number[]): number {
  let sum = 0
  const end = sizes.findIndex((size, index) => {
    sum += size
    return index > 0 && sum > pageBytes
  })
  return end < 0 ? sizes.length : end
}
