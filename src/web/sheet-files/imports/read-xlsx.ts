import type { CsvValue } from './csv.ts'
import { readZip } from './read-zip.ts'

export interface Workbook {
  /** The name of the first sheet, whose rows are read. */
  readonly sheet: string
  readonly sheetCount: number
  readonly rows: readonly (readonly CsvValue[])[]
}

/** Reads the first sheet of an Excel workbook. Dates become ISO dates. @throws Error if it cannot be read. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> {
  try {
    const readEntry = readZip(bytes)
    const part = async (name: string) => {
      const text = await readEntry(name)
      return text === null ? null : new DOMParser().parseFromString(text, 'application/xml')
    }
    const book = (await part('xl/workbook.xml'))!
    const sheets = elements(book, 'sheet')
    const links = elements((await part('xl/_rels/workbook.xml.rels'))!, 'Relationship')
    const first = sheets[0]!
    const link = links.find((candidate) => candidate.getAttribute('Id') === first.getAttribute('r:id'))!
    const target = link.getAttribute('Target')!
    const sheet = (await part(target.startsWith('/') ? target.slice(1) : `xl/${target}`))!
    const shared = await part('xl/sharedStrings.xml')
    const styles = await part('xl/styles.xml')
    const texts = shared ? elements(shared, 'si').map(textIn) : []
    const hasOldDates = elements(book, 'workbookPr')[0]?.getAttribute('date1904') === '1'
    const dates = {
      styles: styles ? dateStyles(styles) : new Set<number>(),
      epoch: hasOldDates ? 24_107 : 25_569,
    }
    const rows: CsvValue[][] = []
    let left = maxCells
    for (const row of elements(sheet, 'row')) {
      const cells = cellsOf(row, texts, dates)
      left -= cells.length
      if (left < 0) throw new Error('The sheet has too many cells.')
      rows.push(cells)
    }
    return { sheet: first.getAttribute('name') ?? '', sheetCount: sheets.length, rows: rows.filter(hasValue) }
  } catch (error) {
    throw new Error('The file cannot be read as an Excel workbook. Save it as CSV and choose it again.', {
      cause: error,
    })
  }
}

/** Limit of cells with the empty ones to the left of others: a row may have its only cell in column XFD (16,384). */
const maxCells = 20_000_000

const elements = (node: Document | Element, name: string): Element[] => [
  ...node.getElementsByTagNameNS('*', name),
]

const hasValue = (row: readonly CsvValue[]) => row.some((value) => value !== null)

/** The text of an item without its phonetic hints. Control characters are escaped in XML. */
const textIn = (item: Element): string =>
  elements(item, 't')
    .filter((part) => part.parentElement?.localName !== 'rPh')
    .map(({ textContent }) => textContent)
    .join('')
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_escaped, code) => String.fromCharCode(Number.parseInt(code, 16)))

interface Dates {
  /** Indexes of the cell styles that show a number as a date. */
  readonly styles: ReadonlySet<number>
  /** The number of 1970-01-01. */
  readonly epoch: number
}

/** Built-in number formats that show dates or times. */
const isBuiltInDate = (format: number) => (format >= 14 && format <= 22) || (format >= 45 && format <= 47)

function dateStyles(styles: Document): ReadonlySet<number> {
  const customDates = new Set(
    elements(styles, 'numFmt')
      .filter((format) =>
        /[ymdhs]/i.test((format.getAttribute('formatCode') ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')),
      )
      .map((format) => Number(format.getAttribute('numFmtId'))),
  )
  const formats = elements(styles, 'cellXfs').flatMap((list) => [...list.children])
  return new Set(
    formats.flatMap((style, index) => {
      const format = Number(style.getAttribute('numFmtId'))
      return isBuiltInDate(format) || customDates.has(format) ? [index] : []
    }),
  )
}

/** The columns of a sheet in Excel, A to XFD. */
const maxColumns = 16_384

function cellsOf(row: Element, texts: readonly string[], dates: Dates): CsvValue[] {
  const cells: CsvValue[] = []
  for (const cell of elements(row, 'c')) {
    const column = columnOf(cell.getAttribute('r')) ?? cells.length
    if (column >= maxColumns) throw new Error('A sheet has at most 16,384 columns.')
    while (cells.length < column) cells.push(null)
    cells[column] = cellValue(cell, texts, dates)
  }
  return cells
}

/** The index of the column in an address such as BC12. */
function columnOf(address: string | null): number | null {
  const letters = /^[A-Z]+/.exec(address ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellValue(cell: Element, texts: readonly string[], dates: Dates): CsvValue {
  const type = cell.getAttribute('t')
  if (type === 'inlineStr') return textIn(cell) || null
  const value = elements(cell, 'v')[0]?.textContent ?? ''
  if (value === '') return null
  if (type === 's') return texts[Number(value)] || null
  if (type === 'b') return value === '1' ? 'true' : 'false'
  const isDate = (type === null || type === 'n') && dates.styles.has(Number(cell.getAttribute('s') ?? -1))
  return (isDate ? dateText(Number(value) - dates.epoch) : null) ?? value
}

const dayMilliseconds = 24 * 3_600_000

/** Days since 1970 as an ISO date, with the time if there is one; null for a number that is no date. */
function dateText(days: number): string | null {
  const date = new Date(Math.round((days * dayMilliseconds) / 1000) * 1000)
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString()
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19)
}
