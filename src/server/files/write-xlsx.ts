import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Json } from '../../engine/json/json.ts'
import { Pace } from '../pacing/pace.ts'
import { displayOf } from './display.ts'
import { pageText } from './page-text.ts'
import type { Pages } from './pages.ts'
import { plainOf } from './plain-value.ts'
import { escapeXml, sheetEnd, sheetHead, sheetPart, workbookParts } from './xlsx-parts.ts'

/** A workbook with one sheet, compressed while it is read. Texts are never formulas. */
export async function* writeXlsx(
  titles: readonly string[],
  pages: Pages,
  name: string,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const mtime = new Date()
  for (const [path, text] of Object.entries(workbookParts(name)))
    zip.addBuffer(Buffer.from(text), path, { mtime })
  const sheet = Readable.from(sheetOf(titles, pages), { objectMode: false })
  zip.addReadStream(sheet, sheetPart, { mtime })
  zip.end()
  try {
    for await (const chunk of output) yield chunk as Buffer
  } finally {
    sheet.destroy()
  }
}

async function* sheetOf(titles: readonly string[], pages: Pages): AsyncGenerator<Buffer> {
  yield Buffer.from(`${sheetHead}<row>${titles.map((title) => textCell(title, 1)).join('')}</row>`)
  const pace = new Pace()
  for await (const page of pages) yield await pageText(page, rowOf, pace)
  yield Buffer.from(sheetEnd)
}

const rowOf = (row: readonly Json[]): string => `<row>${row.map(cellOf).join('')}</row>`

function cellOf(cell: Json): string {
  const value = plainOf(cell)
  if (value === null) return '<c/>'
  if (typeof value === 'number' && !losesDigits(value)) return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  return textCell(displayOf(value)!, 0)
}

const textCell = (text: string, format: 0 | 1): string =>
  `<c t="inlineStr"${format === 0 ? '' : ' s="1"'}><is><t xml:space="preserve">${escapeXml(shortened(text))}</t></is></c>`

/** Spreadsheet programs keep 15 digits of a number, which would change long ids. */
const losesDigits = (value: number): boolean =>
  Number.isInteger(value) && Math.abs(value) >= 1e15 && Math.abs(value) < 1e21

/** Longest text of a cell; spreadsheet programs refuse longer cells. */
const maxCellLength = 32_767

function shortened(text: string): string {
  if (text.length <= maxCellLength) return text
  const end = ` … (${text.length} characters)`
  return text.slice(0, maxCellLength - end.length) + end
}
