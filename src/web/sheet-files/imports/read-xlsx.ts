import type { CsvValue } from './csv.ts'
import { builtInTimeFormats, type TimeFormat, timeFormatOf, timeText } from './excel-times.ts'
import { readZip } from './read-zip.ts'

export interface Workbook {
  readonly sheets: readonly string[]
  /** The index of the sheet whose rows are read. */
  readonly sheet: number
  /** The rows with values, with their numbers in Excel. */
  readonly rows: readonly WorkbookRow[]
  /** Formulas whose value is an error, such as #DIV/0!. Their cells are empty. */
  readonly failedFormulas: number
  /** Formulas that were never calculated, because a library wrote the file. Their cells are empty. */
  readonly openFormulas: number
}

export interface WorkbookRow {
  readonly number: number
  readonly cells: readonly CsvValue[]
}

/**
 * Reads a sheet of an Excel workbook, by default the one that was open when it was saved. Dates become ISO dates, times of
 * day and durations hours, minutes and seconds.
 * @throws Error if it cannot be read.
 */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, chosen?: number): Promise<Workbook> {
  try {
    const readEntry = readZip(bytes)
    const part = async (name: string) => {
      const text = await readEntry(name)
      return text === null ? null : new DOMParser().parseFromString(text, 'application/xml')
    }
    const book = (await part('xl/workbook.xml'))!
    const sheets = elements(book, 'sheet')
    const links = elements((await part('xl/_rels/workbook.xml.rels'))!, 'Relationship')
    const shared = await part('xl/sharedStrings.xml')
    const styles = await part('xl/styles.xml')
    const texts = shared ? elements(shared, 'si').map(textIn) : []
    const dates = {
      formats: styles ? timeFormatsOf(styles) : new Map<number, TimeFormat>(),
      areOld: elements(book, 'workbookPr')[0]?.getAttribute('date1904') === '1',
    }
    const active = Number(elements(book, 'workbookView')[0]?.getAttribute('activeTab') ?? 0)
    const sheet = chosen ?? (sheets[active] ? active : 0)
    const id = sheets[sheet]!.getAttribute('r:id')
    const target = links.find((link) => link.getAttribute('Id') === id)!.getAttribute('Target')!
    const content = (await part(target.startsWith('/') ? target.slice(1) : `xl/${target}`))!
    return {
      sheets: sheets.map((each) => each.getAttribute('name') ?? ''),
      sheet,
      rows: rowsOf(content, texts, dates),
      failedFormulas: elements(content, 'c').filter(isFailed).length,
      openFormulas: elements(content, 'f').filter(isOpen).length,
    }
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

const isFailed = (cell: Element) => cell.getAttribute('t') === 'e'
/** A formula whose result is an empty text has the type of a text; libraries write an empty value without a type. */
const isOpen = ({ parentElement: cell }: Element) =>
  cell !== null && cell.getAttribute('t') !== 'str' && !elements(cell, 'v')[0]?.textContent

function rowsOf(sheet: Document, texts: readonly string[], dates: Dates): WorkbookRow[] {
  const rows = new Map<number, CsvValue[]>()
  let left = maxCells
  const take = (cells: number) => {
    left -= cells
    if (left < 0) throw new Error('The sheet has too many cells.')
  }
  let number = 0
  for (const row of elements(sheet, 'row')) {
    number = Number(row.getAttribute('r') ?? number + 1)
    const cells = cellsOf(row, texts, dates)
    take(cells.length)
    rows.set(number, cells)
  }
  // Cells merged downwards have one value for all their rows; the file has it in the first one only.
  for (const merge of elements(sheet, 'mergeCell')) {
    const { column, top, bottom } = rangeOf(merge.getAttribute('ref'))
    const value = rows.get(top)?.[column] ?? null
    for (let below = top + 1; below <= bottom && value !== null; below++) {
      const cells = rows.get(below) ?? []
      take(1 + Math.max(0, column - cells.length))
      while (cells.length < column) cells.push(null)
      if (rows.has(below)) cells[column] = value
    }
  }
  return [...rows].filter(([, cells]) => hasValue(cells)).map(([number, cells]) => ({ number, cells }))
}

/** The first column, and the rows, of a range such as B3:B7. */
function rangeOf(range: string | null) {
  const [, start, top, bottom] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(range ?? '') ?? []
  return { column: columnOf(start ?? null) ?? 0, top: Number(top ?? 0), bottom: Number(bottom ?? 0) }
}

/** The text of an item without its phonetic hints. Control characters are escaped in XML. */
const textIn = (item: Element): string =>
  elements(item, 't')
    .filter((part) => part.parentElement?.localName !== 'rPh')
    .map(({ textContent }) => textContent)
    .join('')
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_escaped, code) => String.fromCharCode(Number.parseInt(code, 16)))

interface Dates {
  /** By the index of the cell style. */
  readonly formats: ReadonlyMap<number, TimeFormat>
  /** True if 0 is 1904-01-01, as in old workbooks of Macs. */
  readonly areOld: boolean
}

function timeFormatsOf(styles: Document): ReadonlyMap<number, TimeFormat> {
  const formats = new Map(builtInTimeFormats)
  for (const element of elements(styles, 'numFmt')) {
    const format = timeFormatOf(element.getAttribute('formatCode') ?? '')
    if (format) formats.set(Number(element.getAttribute('numFmtId')), format)
  }
  const cellStyles = elements(styles, 'cellXfs').flatMap((list) => [...list.children])
  return new Map(
    cellStyles.flatMap((style, index) => {
      const format = formats.get(Number(style.getAttribute('numFmtId')))
      return format === undefined ? [] : [[index, format] as const]
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
  if (isFailed(cell)) return null
  if (type === 'inlineStr') return textIn(cell) || null
  const value = elements(cell, 'v')[0]?.textContent ?? ''
  if (value === '') return null
  if (type === 's') return texts[Number(value)] || null
  if (type === 'b') return value === '1' ? 'true' : 'false'
  const format = dates.formats.get(Number(cell.getAttribute('s') ?? -1))
  const isTime = format !== undefined && (type === null || type === 'n')
  return (isTime ? timeText(Number(value), format, dates.areOld) : null) ?? value
}
