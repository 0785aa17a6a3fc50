/** Positions `first` up to `first + count - 1` that no row has. */
type Gap = readonly [first: number, count: number]

/** Position numbers from `from` up to and with `to`. */
export interface PositionRange {
  readonly from: number
  readonly to: number
}

/**
 * Which row stands at which index. Rows keep the position they were given at the end of the sheet; an index is a
 * position less the gaps before it. So deleting a row of 100,000 changes no other row, and any index is found
 * without counting rows.
 */
export class RowOrder {
  readonly gaps: readonly Gap[]

  /** Gaps in ascending order that neither overlap nor touch. */
  constructor(gaps: readonly Gap[]) {
    this.gaps = gaps
  }

  static parse(text: string): RowOrder {
    return new RowOrder(JSON.parse(text) as Gap[])
  }

  static stringify({ gaps }: RowOrder): string {
    return JSON.stringify(gaps)
  }

  /** The order of rows at these positions, ascending, the first possible being 0. */
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
    let before = 0
    for (const [first, count] of this.gaps) {
      if (first > position) break
      before += count
    }
    return position - before
  }

  /** Indexes from `from` up to, but without, `to`. */
  positionsBetween(from: number, to: number): PositionRange {
    return { from: this.positionOf(from), to: this.positionOf(to - 1) }
  }

  /** Without the rows at these positions, each of which has one. */
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
