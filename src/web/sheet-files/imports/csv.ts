import { type Separator, separatorIn } from '../../../engine/csv/separator.ts'

/** A value of a CSV file; null is an empty unquoted field, which differs from a quoted empty text. */
export type CsvValue = string | null

/** A value, quoted or not, and its separator or line end. */
const cellBefore = (separator: Separator) =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

/** The first rows of a CSV file (RFC 4180), with the separator of its header. @throws Error for a misplaced quote. */
export function readCsv(text: string, most = Number.POSITIVE_INFINITY): CsvValue[][] {
  const rows: CsvValue[][] = []
  let row: CsvValue[] = []
  const separator = separatorIn(text)
  const cell = cellBefore(separator)
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < text.length || row.length > 0) {
    const match = cell.exec(text)
    if (!match) throw new Error(`Row ${rows.length + 1} has a misplaced quote.`)
    row.push(match[1]?.replaceAll('""', '"') ?? (match[2] === '' ? null : match[2]!))
    if (match[3] === separator) continue
    // Empty lines are skipped, as the server does.
    if (row.length > 1 || row[0] !== null) rows.push(row)
    row = []
    if (rows.length >= most || match[3] === '') break
  }
  return rows
}

/** Semicolons and tabs as well: the server takes them for separators if the header has no commas. */
const special = /[",;\t\r\n]/

const csvText = (value: CsvValue): string =>
  value === null ? '' : value === '' || special.test(value) ? `"${value.replaceAll('"', '""')}"` : value

export const writeCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(csvText).join(',')}\n`).join('')
