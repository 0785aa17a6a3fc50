/** Change of one row between two sheets or versions. */
export type RowChange = 'improved' | 'regressed' | 'same' | 'missing'

export interface ComparedRow {
  readonly key: string
  readonly before: number | null
  readonly after: number | null
  readonly change: RowChange
}

export type ChangeCounts = Readonly<Record<RowChange, number>>

/** Rows of both sides by key, in the order of `before`, then rows that only `after` has. */
export function compareRows(
  before: ReadonlyMap<string, number | null>,
  after: ReadonlyMap<string, number | null>,
  lowerIsBetter = false,
): { readonly rows: readonly ComparedRow[]; readonly counts: ChangeCounts } {
  const counts = { improved: 0, regressed: 0, same: 0, missing: 0 }
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((key): ComparedRow => {
    const [from, to] = [before.get(key) ?? null, after.get(key) ?? null]
    const change = changeOf(from, to, lowerIsBetter)
    counts[change]++
    return { key, before: from, after: to, change }
  })
  return { rows, counts }
}

/** Largest losses first, then smallest gains; rows missing on one side come last. */
export function byRegression(rows: readonly ComparedRow[], lowerIsBetter: boolean): ComparedRow[] {
  const gain = ({ before, after }: ComparedRow): number => {
    if (before === null || after === null) return Number.POSITIVE_INFINITY
    return lowerIsBetter ? before - after : after - before
  }
  return rows
    .map((row) => ({ row, gain: gain(row) }))
    .sort((a, b) => (a.gain === b.gain ? 0 : a.gain - b.gain))
    .map(({ row }) => row)
}

/** Sums of the same tenths may differ in the last digit. */
export const isSame = (from: number, to: number): boolean =>
  from === to || Math.abs(to - from) <= 1e-12 * Math.max(Math.abs(from), Math.abs(to))

/** A row with a missing value never counts as improved. */
export function changeOf(from: number | null, to: number | null, lowerIsBetter = false): RowChange {
  if (from === null || to === null) return 'missing'
  if (isSame(from, to)) return 'same'
  return to > from !== lowerIsBetter ? 'improved' : 'regressed'
}
