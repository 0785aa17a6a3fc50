import type { ClipboardEvent } from 'react'
import { toastProblem, toastWhile } from '../../design/index.ts'
import type { Column } from './column.ts'
import { countCells, type Range } from './moves.ts'
import type { Row, RowStore } from './row-store.ts'
import { fromTabSeparated, toTabSeparated } from './tab-separated.ts'

const maxCellsCopied = 200_000
const maxRowsCopied = 10_000
const maxPasted = 10_000_000

/**
 * Copies a range to the clipboard; false if the copy failed. Missing or outdated rows are loaded first. A message
 * says so, because until then the clipboard has its old content.
 */
export async function copyRange(
  event: ClipboardEvent,
  store: RowStore,
  columns: readonly Column[],
  range: Range,
): Promise<boolean> {
  event.preventDefault()
  const { top, bottom, left, right } = range
  if (bottom - top >= maxRowsCopied || countCells(range) > maxCellsCopied) {
    const problem = 'Too much for the clipboard. At most 10,000 rows and 200,000 cells can be copied.'
    toastProblem(`${problem} Export the sheet instead.`)
    return false
  }
  const chosen = columns.slice(left, right + 1)
  const textOf = (rows: readonly Row[]) =>
    toTabSeparated(rows.map((row) => chosen.map(({ id }) => store.textOf(row, id))))
  const loaded = store.current(top, bottom)
  if (loaded) {
    event.clipboardData.setData('text/plain', textOf(loaded))
    return true
  }
  const count = `${(bottom - top + 1).toLocaleString('en')} rows`
  const rows = store.read(top, bottom).then((read) => {
    if (read.length > bottom - top) return read
    throw new Error('some rows were deleted.')
  })
  // Without HTTPS or localhost, browsers allow writing to the clipboard only during the event itself.
  if (!navigator.clipboard)
    return toastWhile(rows, {
      doing: `Loading ${count}…`,
      done: `${count} loaded. Copy again.`,
      failed: (error) => `Nothing was copied: ${error.message}`,
    }).then(() => false)
  const text = rows.then((read) => new Blob([textOf(read)], { type: 'text/plain' }))
  const writing = navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
  return toastWhile(Promise.all([text, writing]), {
    doing: `Copying ${count}…`,
    done: `${count} copied`,
    failed: (error) => `Nothing was copied: ${error.message}`,
  })
}

/** The rows and cells on the clipboard; null if they are too large to be pasted. */
export function pastedBlock(event: ClipboardEvent): string[][] | null {
  event.preventDefault()
  const text = event.clipboardData.getData('text/plain')
  if (text.length <= maxPasted) return fromTabSeparated(text)
  toastProblem('Too much to paste: more than 10 MB of text. Import a file instead.')
  return null
}
