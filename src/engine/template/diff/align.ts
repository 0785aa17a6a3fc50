import { canonical } from '../../json/canonical.ts'
import { isFields, ownField } from '../../json/fields.ts'

/** Indexes of two matching items, one in each list. Both indexes rise from pair to pair. */
export type Pair = readonly [left: number, right: number]

type Span = {
  readonly left: number
  readonly right: number
  readonly leftEnd: number
  readonly rightEnd: number
}

/** Above this number of comparisons the middle of the lists is paired index by index. */
const MAX_CELLS = 1_000_000

/**
 * Pairs the items of two lists: first the longest common subsequence of equal items; between these, the longest one of
 * items with the same role, type and name. Items without a partner were removed or added.
 */
export function align(left: readonly unknown[], right: readonly unknown[]): Pair[] {
  const equal = pairsWithin(
    left.map((item) => canonical(item)),
    right.map((item) => canonical(item)),
  )
  const leftKinds = left.map(kindOf)
  const rightKinds = right.map(kindOf)
  const pairs: Pair[] = []
  let start: Pair = [0, 0]
  for (const pair of [...equal, [left.length, right.length] as const]) {
    const similar = pairsWithin(leftKinds.slice(start[0], pair[0]), rightKinds.slice(start[1], pair[1]))
    for (const [left, right] of similar) pairs.push([start[0] + left, start[1] + right])
    pairs.push(pair)
    start = [pair[0] + 1, pair[1] + 1]
  }
  return pairs.slice(0, -1)
}

/** Items of different kinds are never paired as versions of one item. */
function kindOf(item: unknown): string {
  if (!isFields(item)) return Array.isArray(item) ? 'list' : 'value'
  const called = ownField(item, 'function')
  const name = isFields(called) ? ownField(called, 'name') : null
  return canonical([ownField(item, 'role') ?? null, ownField(item, 'type') ?? null, name ?? null])
}

/** The longest common subsequence of two lists of keys. */
function pairsWithin(left: readonly string[], right: readonly string[]): Pair[] {
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let tail = 0
  while (tail < shorter - start && left.at(-1 - tail) === right.at(-1 - tail)) tail++
  const span = { left: start, right: start, leftEnd: left.length - tail, rightEnd: right.length - tail }
  return [
    ...Array.from({ length: start }, (_, index): Pair => [index, index]),
    ...middlePairs(left, right, span),
    ...Array.from({ length: tail }, (_, index): Pair => [span.leftEnd + index, span.rightEnd + index]),
  ]
}

function middlePairs(left: readonly string[], right: readonly string[], span: Span): Pair[] {
  const rows = span.leftEnd - span.left
  const columns = span.rightEnd - span.right
  const pairs: Pair[] = []
  if (rows * columns > MAX_CELLS) {
    for (let step = 0; step < Math.min(rows, columns); step++) {
      const pair: Pair = [span.left + step, span.right + step]
      if (left[pair[0]] === right[pair[1]]) pairs.push(pair)
    }
    return pairs
  }
  const lengths = suffixLengths(left, right, span)
  const length = (row: number, column: number) => lengths[row * (columns + 1) + column] ?? 0
  let row = 0
  let column = 0
  while (row < rows && column < columns) {
    if (left[span.left + row] === right[span.right + column]) {
      pairs.push([span.left + row++, span.right + column++])
    } else if (length(row + 1, column) >= length(row, column + 1)) row++
    else column++
  }
  return pairs
}

/** At (row, column): the length of the longest common subsequence from there to the end. */
function suffixLengths(left: readonly string[], right: readonly string[], span: Span): Uint32Array {
  const rows = span.leftEnd - span.left
  const width = span.rightEnd - span.right + 1
  const lengths = new Uint32Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = width - 2; column >= 0; column--) {
      const cell = row * width + column
      lengths[cell] =
        left[span.left + row] === right[span.right + column]
          ? (lengths[cell + width + 1] ?? 0) + 1
          : Math.max(lengths[cell + width] ?? 0, lengths[cell + 1] ?? 0)
    }
  }
  return lengths
}
