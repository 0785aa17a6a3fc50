/** Longer runs of digits are told apart by the names themselves. */
const digits = 30

/** Compared letter by letter, these stand as people count: `case 2` before `case 11`, whatever the case of letters. */
export const naturalKey = (name: string): string =>
  name.toLowerCase().replace(/\d+/g, (run) => run.padStart(digits, '0').slice(-digits))

/** By name as people count; the same key leaves it to the names. */
export function inNaturalOrder<T>(rows: readonly T[], nameOf: (row: T) => string): T[] {
  return rows
    .map((row) => ({ row, name: nameOf(row), key: naturalKey(nameOf(row)) }))
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.name, b.name))
    .map(({ row }) => row)
}

export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
