/** A range of unused positions, from `first` to `first + count - 1`. */
type Gap = readonly [first: number, count: number]

/** Positions from `from` to `to`, both inclusive. */
export interface PositionRange {
  readonly from: number
  readonly to: number
}

/**
 * Converts between the indexes and positions of rows. A row keeps its position; its index is the position minus the
 * unused positions before it. So deleting one of 100,000 rows changes no other row, and an index is found without
 * counting rows.
 */
export class RowOrder {
  readonly gaps: readonly Gap[]

  /** Gaps must be sorted, and must neither overlap nor touch. */
  constructor(gaps: readonly Gap[]) {
    this.gaps = gaps
  }

  static parse(text: string): RowOrder {
    return new RowOrder(JSON.parse(text) as Gap[])
  }

  static stringify({ gaps }: RowOrder): string {
    return JSON.stringify(gaps)
  }

  /** The order of the rows at these positions, which are sorted and begin anywhere from 0. */
  static ofPositions(positions: readonly number[]): RowOrder {
    const gaps: Gap[] = []
    let next = 0
    for (const position of positions) {
      if (position > next) gaps.push([next, position - next])
      next = position + 1
    }
    return new RowOrder(gaps)
  }

  positionOf(index: number): number {
    let position = index
    for (const [first, count] of this.gaps) {
      if (first > position) break
      position += count
    }
    return position
  }

  indexOf(position: number): number {
    let unusedPositions = 0
    for (const [first, count] of this.gaps) {
      if (first > position) break
      unusedPositions += count
    }
    return position - unusedPositions
  }

  /** The positions of the indexes from `from` (inclusive) to `to` (exclusive). */
  positionsBetween(from: number, to: number): PositionRange {
    return { from: this.positionOf(from), to: this.positionOf(to - 1) }
  }

  /** Returns the order without the rows at these positions, which must exist. */
  without(positions: readonly number[]): RowOrder {
    const singles = positions.map((position): Gap => [position, 1])
    const all = [...this.gaps, ...singles].sort(([a], [b]) => a - b)
    const merged: [number, number][] = []
    for (const [first, count] of all) {
      const last = merged.at(-1)
      if (last && last[0] + last[1] === first) last[1] += count
      else merged.push([first, count])
    }
    return new RowOrder(merged)
  }
}
