/** Digits of a number that the key compares. Names with equal keys are ordered as texts. */
const digits = 30

/** Sort key with numbers in numeric order and without case: `case 2` before `case 11`. */
export const naturalKey = (name: string): string =>
  name.toLowerCase().replace(/\d+/g, (run) => run.padStart(digits, '0').slice(-digits))

/** Sorts by natural key, then by name. */
export function inNaturalOrder<T>(rows: readonly T[], nameOf: (row: T) => string): T[] {
  return rows
    .map((row) => ({ row, name: nameOf(row), key: naturalKey(nameOf(row)) }))
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.name, b.name))
    .map(({ row }) => row)
}

export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
