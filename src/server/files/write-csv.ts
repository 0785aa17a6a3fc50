import type { Json } from '../../engine/json/json.ts'
import { Pace } from '../pacing/pace.ts'
import { displayOf } from './display.ts'
import { guardFormula } from './formula-guard.ts'
import { pageText } from './page-text.ts'
import type { Pages } from './pages.ts'

/** RFC 4180. A null value is empty and an empty text is quoted, so that an import restores both. */
export async function* writeCsv(
  titles: readonly string[],
  pages: Pages,
  { escapeFormulas, hasHeader = true }: { readonly escapeFormulas: boolean; readonly hasHeader?: boolean },
): AsyncGenerator<Buffer> {
  if (titles.length === 0) return
  const line = (row: readonly Json[]) => lineOf(row, escapeFormulas, special)
  if (hasHeader) yield Buffer.from(lineOf(titles, escapeFormulas, specialInTitles))
  const pace = new Pace()
  for await (const page of pages) yield await pageText(page, line, pace)
}

/** Characters that require quotes. */
const special = /[",\r\n\uFEFF]/
/** Titles are also quoted for other delimiters, which readers detect from the header. */
const specialInTitles = /[",;\t\r\n\uFEFF]/

function lineOf(row: readonly Json[], escapeFormulas: boolean, special: RegExp): string {
  // A blank line would not be read as a row.
  if (row.length === 1 && row[0] === null) return '""\r\n'
  let line = ''
  for (const [index, value] of row.entries()) {
    if (index > 0) line += ','
    const text = displayOf(value)
    if (text === null) continue
    const guarded = escapeFormulas && typeof value === 'string' ? guardFormula(text) : text
    line += guarded === '' || special.test(guarded) ? quoted(guarded) : guarded
  }
  return `${line}\r\n`
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
