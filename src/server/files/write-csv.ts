import type { Json } from '../../engine/columns/json.ts'
import { displayOf } from './display.ts'
import { guardFormula } from './formula-guard.ts'
import type { Pages } from './pages.ts'

/** RFC 4180. No value is nothing, an empty text is quoted; an import reads back what was there. */
export async function* writeCsv(
  titles: readonly string[],
  pages: Pages,
  { escapeFormulas, hasHeader = true }: { readonly escapeFormulas: boolean; readonly hasHeader?: boolean },
): AsyncGenerator<Buffer> {
  if (titles.length === 0) return
  const line = (row: readonly Json[]) => lineOf(row, escapeFormulas)
  if (hasHeader) yield Buffer.from(line(titles))
  for await (const page of pages) yield Buffer.from(page.map(line).join(''))
}

function lineOf(row: readonly Json[], escapeFormulas: boolean): string {
  // A blank line would be none.
  if (row.length === 1 && row[0] === null) return '""\r\n'
  let line = ''
  for (const [place, value] of row.entries()) {
    if (place > 0) line += ','
    const text = displayOf(value)
    if (text !== null) line += quoted(escapeFormulas && typeof value === 'string' ? guardFormula(text) : text)
  }
  return `${line}\r\n`
}

const quoted = (text: string): string =>
  text === '' || /[",\r\n\uFEFF]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
