/** Table cells that one comparison may fill: about 50 ms. */
export const MAX_TABLE = 10_000_000

/** 1 for equal texts, 0 when nothing is left: one minus the edit distance over the longer length. */
export function levenshteinSimilarity(left: string, right: string): number | 'too-large' {
  const longer = Math.max(left.length, right.length)
  if (longer === 0) return 1
  const distance = editDistance(left, right)
  return distance === 'too-large' ? distance : 1 - distance / longer
}

/** Insertions, deletions and replacements of UTF-16 units. What both ends share costs nothing. */
function editDistance(left: string, right: string): number | 'too-large' {
  let start = 0
  let leftEnd = left.length
  let rightEnd = right.length
  while (start < leftEnd && start < rightEnd && left.charCodeAt(start) === right.charCodeAt(start)) start++
  while (
    leftEnd > start &&
    rightEnd > start &&
    left.charCodeAt(leftEnd - 1) === right.charCodeAt(rightEnd - 1)
  ) {
    leftEnd--
    rightEnd--
  }
  const columns = rightEnd - start
  if ((leftEnd - start) * columns > MAX_TABLE) return 'too-large'
  const row = Uint32Array.from({ length: columns + 1 }, (_, index) => index)
  for (let at = start; at < leftEnd; at++) {
    const code = left.charCodeAt(at)
    let diagonal = row[0]!
    row[0] = diagonal + 1
    for (let column = 1; column <= columns; column++) {
      const above = row[column]!
      const replaced = diagonal + (right.charCodeAt(start + column - 1) === code ? 0 : 1)
      row[column] = Math.min(replaced, above + 1, row[column - 1]! + 1)
      diagonal = above
    }
  }
  return row[columns]!
}
