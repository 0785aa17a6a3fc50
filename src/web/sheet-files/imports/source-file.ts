import { type Separator, separatorIn } from '../../../engine/csv/separator.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import { loadPart } from '../../design/values.ts'
import { type CsvValue, readCsv, writeCsv } from './csv.ts'
import type { Workbook, WorkbookRow } from './read-xlsx.ts'

/** A file as a table of titles and rows. */
export interface SourceFile {
  readonly name: string
  readonly titles: readonly string[]
  readonly rows: readonly (readonly CsvValue[])[]
  /** Null for JSON and workbooks. */
  readonly separator: Separator | null
  readonly encoding: Encoding
  readonly workbook: WorkbookPart | null
}

/** The part of a workbook that was read. */
export interface WorkbookPart extends Omit<Workbook, 'rows'> {
  /** The number of the row with the titles. */
  readonly titleRow: number
  /** The first rows, of which one has the titles. */
  readonly firstRows: readonly WorkbookRow[]
}

/** How the person wants the file to be read; absent parts are detected. */
export interface ReadingChoice {
  readonly separator?: Separator
  readonly sheet?: number
  readonly titleRow?: number
}

type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

/**
 * The target of each column of the file: the title of a column of the sheet, or null to leave the column out.
 */
export type Mapping = readonly (string | null)[]

export const isJson = (name: string) => /\.(json|jsonl|ndjson)$/i.test(name)
export const isWorkbook = (name: string) => /\.xlsx$/i.test(name)

/** Reads a file. @throws Error with the fault of the file. */
export async function readFile(file: File, choice: ReadingChoice = {}): Promise<SourceFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isWorkbook(file.name)
    ? readWorkbook(file.name, bytes, choice)
    : readSource(file.name, bytes, choice.separator)
}

/** Reads a sheet of an Excel workbook. @throws Error with the fault of the file. */
async function readWorkbook(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  choice: ReadingChoice,
): Promise<SourceFile> {
  const { readXlsx } = await loadPart(() => import('./read-xlsx.ts'))
  const { rows, ...workbook } = await readXlsx(bytes, choice.sheet)
  return { name, ...tableOfWorkbook(workbook, rows, choice.titleRow) }
}

const maxTitleRows = 10

/** Takes the titles from the chosen row, or from the first row with several values, which is below the name of the sheet. */
export function tableOfWorkbook(
  workbook: Omit<Workbook, 'rows'>,
  rows: readonly WorkbookRow[],
  chosen?: number,
) {
  const firstRows = rows.slice(0, maxTitleRows)
  const isTitleRow = ({ number, cells }: WorkbookRow) =>
    chosen === undefined ? cells.filter((cell) => cell !== null).length > 1 : number === chosen
  const start = Math.max(0, firstRows.findIndex(isTitleRow))
  const [head, ...values] = rows.slice(start)
  const widthOf = ({ cells }: WorkbookRow) => cells.findLastIndex((cell) => cell !== null) + 1
  const width = rows.slice(start).reduce((widest, row) => Math.max(widest, widthOf(row)), 0)
  const titles = titlesOf(Array.from({ length: width }, (_none, index) => head?.cells[index] ?? null))
  return {
    titles,
    rows: values.map(({ cells }) => cells),
    separator: null,
    encoding: 'UTF-8' as const,
    workbook: { ...workbook, firstRows, titleRow: head?.number ?? 1 },
  }
}

/** Reads the file with the chosen separator, or with the likely one. @throws Error with the fault of the file. */
export function readSource(name: string, bytes: Uint8Array<ArrayBuffer>, separator?: Separator): SourceFile {
  const { text, encoding } = decode(bytes)
  if (isJson(name)) return { ...readJson(name, text), separator: null, encoding, workbook: null }
  const used = separator ?? separatorIn(text)
  return { ...tableOf(name, readCsv(text, used)), separator: used, encoding, workbook: null }
}

/** Spreadsheets write CSV as UTF-8, as UTF-16 with a byte order mark, or in the encoding of their system. */
function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; encoding: Encoding } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  if (bytes.includes(0)) throw new Error('The file is not text. Export it as CSV and choose it again.')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

function tableOf(name: string, [head, ...rows]: readonly (readonly CsvValue[])[]) {
  if (!head) throw new Error('The file is empty.')
  const wide = rows.findIndex((row) => row.slice(head.length).some((value) => value !== null))
  if (wide >= 0)
    throw new Error(
      `Row ${wide + 2} has ${rows[wide]!.length} values, but the header has ${head.length} titles.`,
    )
  if (rows.length === 0) throw new Error('The file has one row, which gives the titles, and no values.')
  return { name, titles: titlesOf(head), rows }
}

/** Columns without a title are named by position; duplicate titles get a number, as on the server. */
function titlesOf(head: readonly CsvValue[]): readonly string[] {
  const titles: string[] = []
  for (const [index, title] of head.entries())
    titles.push(unusedTitle(title?.trim() || `Column ${index + 1}`, titles))
  return titles
}

type JsonRow = Readonly<Record<string, unknown>>

/** Reads a list of objects, or an object on each line. Titles are in order of appearance. */
function readJson(name: string, text: string) {
  const objects = parse(text).map((value, index): JsonRow => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRow
    throw new Error(`Item ${index + 1} is not an object.`)
  })
  if (objects.length === 0) throw new Error('The file has no objects.')
  const titles = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  return { name, titles, rows: objects.map((object) => titles.map((title) => cellOf(object, title))) }
}

function parse(text: string): readonly unknown[] {
  if (text.trimStart().startsWith('[')) return parseJson(text, 'The file') as unknown[]
  const values: unknown[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      values.push(parseJson(line, `Line ${index + 1}`))
    } catch (error) {
      // A first line that is not JSON may begin an object over several lines.
      if (values.length === 0) return [parseJson(text, 'The file')]
      throw error
    }
  }
  return values
}

function parseJson(text: string, name: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    throw new Error(`${name} is not valid JSON: ${(error as Error).message}.`)
  }
}

function cellOf(row: JsonRow, title: string): CsvValue {
  const value = Object.hasOwn(row, title) ? row[title] : null
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Maps each column of the file to the column of the sheet with the same title in any case, else to a new
 * column.
 */
export const mappingFor = ({ titles }: SourceFile, columns: readonly string[]): Mapping =>
  titles.map(
    (title) => columns.find((column) => column.toLowerCase() === title.trim().toLowerCase()) ?? title.trim(),
  )

/** Two columns of the file with the same target. */
export function clashOf(mapping: Mapping): string | null {
  const titles = mapping.filter((title) => title !== null)
  return titles.find((title, index) => titles.indexOf(title) !== index) ?? null
}

/** The rows of the file under their targets, as CSV text for the server. */
export function mappedCsv({ rows }: SourceFile, mapping: Mapping): string {
  const imported = mapping.flatMap((title, index) => (title === null ? [] : [{ title, index }]))
  return writeCsv([
    imported.map(({ title }) => title),
    ...rows.map((row) => imported.map(({ index }) => row[index] ?? null)),
  ])
}
