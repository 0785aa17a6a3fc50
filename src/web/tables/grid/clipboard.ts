import type { ClipboardEvent } from 'react'
import { toast } from '../../design/index.ts'
import type { Column } from './column.ts'
import { countCells, type Range } from './moves.ts'
import type { RowStore } from './row-store.ts'
import { fromTabSeparated, toTabSeparated } from './tab-separated.ts'

const mostCopied = 200_000
const mostRowsCopied = 10_000
const mostPasted = 10_000_000

/** Puts a range on the clipboard; what is not loaded yet is loaded for it. */
export function copyRange(
  event: ClipboardEvent,
  store: RowStore,
  columns: readonly Column[],
  range: Range,
): boolean {
  event.preventDefault()
  const { top, bottom, left, right } = range
  if (bottom - top >= mostRowsCopied || countCells(range) > mostCopied) {
    toast(
      'That is too much for the clipboard: at most 10,000 rows, 200,000 cells. Export the sheet instead.',
      {
        isProblem: true,
      },
    )
    return false
  }
  const chosen = columns.slice(left, right + 1)
  const rows = Array.from({ length: bottom - top + 1 }, (_none, by) => top + by)
  if (rows.every((row) => store.row(row))) {
    const texts = rows.map((row) => chosen.map(({ id }) => store.text(row, id)))
    event.clipboardData.setData('text/plain', toTabSeparated(texts))
    return true
  }
  const loading = store
    .read(top, bottom)
    .then((loaded) =>
      toTabSeparated(loaded.map(({ cells }) => chosen.map(({ id }) => cells[id]?.display_value ?? ''))),
    )
    .then((text) => new Blob([text], { type: 'text/plain' }))
  navigator.clipboard.write([new ClipboardItem({ 'text/plain': loading })]).then(
    () => toast(`${rows.length.toLocaleString('en')} rows copied`),
    (error: Error) => toast(`Nothing was copied: ${error.message}`, { isProblem: true }),
  )
  return true
}

/** The block that is on the clipboard; null when it is too much for a page. */
export function pastedBlock(event: ClipboardEvent): string[][] | null {
  event.preventDefault()
  const text = event.clipboardData.getData('text/plain')
  if (text.length <= mostPasted) return fromTabSeparated(text)
  toast('That is too much to paste: more than 10 MB of text. Import a file instead.', { isProblem: true })
  return null
}
