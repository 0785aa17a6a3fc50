import { type Separator, separatorIn } from '../../../engine/csv/separator.ts'

/** A value of a CSV file; null is an empty unquoted field, which differs from a quoted empty text. */
export type CsvValue = string | null

/** Matches a value, quoted or not, and the separator or line end after it. */
const cellPattern = (separator: Separator) =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

/** Reads a CSV file (RFC 4180). @throws Error for a misplaced quote. */
export function readCsv(text: string, separator: Separator = separatorIn(text)): CsvValue[][] {
  const rows: CsvValue[][] = []
  let row: CsvValue[] = []
  const cell = cellPattern(separator)
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < text.length || row.length > 0) {
    const match = cell.exec(text)
    if (!match)
      throw new Error(
        `Row ${rows.length + 1} has a misplaced quote. A quoted value begins and ends with a quote, and quotes in it are doubled.`,
      )
    row.push(match[1]?.replaceAll('""', '"') ?? (match[2] === '' ? null : match[2]!))
    if (match[3] === separator) continue
    // The server skips empty lines too.
    if (row.length > 1 || row[0] !== null) rows.push(row)
    row = []
    if (match[3] === '') break
  }
  return rows
}

/**
 * Characters for which a value is quoted. Semicolons and tabs are among them, because the server reads them
 * as separators if the header has no comma.
 */
const special = /[",;\t\r\n]/

const csvText = (value: CsvValue): string =>
  value === null ? '' : value === '' || special.test(value) ? `"${value.replaceAll('"', '""')}"` : value

export const writeCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(csvText).join(',')}\n`).join('')
