import { kindOf } from '../column-kind.ts'
import type { Column } from './column.ts'

interface Sample {
  readonly column: Pick<Column, 'id' | 'title' | 'type'>
  /** Texts of the column in the first rows; empty before they are loaded. */
  readonly texts: readonly string[]
}

/** The average width of a letter in the grid's font, in pixels. */
const letterWidth = 7
const titlePadding = 82
const textPadding = 28
const narrow = 104
const short = 160
const wide = 420

/** Kinds with short values: words like Pass, or numbers. */
const shortKinds: ReadonlySet<string> = new Set(['check', 'judge', 'calculation'])

/**
 * Widths of columns by their titles, types and first values. Columns of long texts shrink until all columns
 * fit, but not below `short`. Remaining width goes to columns with cut texts.
 */
export function fittedWidths(
  samples: readonly Sample[],
  available: number,
): Readonly<Record<string, number>> {
  const columns = samples.map(({ column: { id, title, type }, texts }) => {
    const head = title.length * letterWidth + titlePadding
    const longest = Math.max(0, ...texts.flatMap((text) => text.split('\n').map((line) => line.length)))
    const typicalWidth = shortKinds.has(kindOf(type)) ? narrow : wide * 0.65
    const content = longest === 0 ? typicalWidth : longest * letterWidth + textPadding
    const minWidth = Math.max(narrow, Math.min(short, Math.max(head, content)), Math.min(head, short))
    return { id, minWidth, content, width: Math.max(minWidth, Math.min(wide, Math.max(head, content))) }
  })
  const over = columns.reduce((sum, { width }) => sum + width, 0) - available
  const shrinkable = columns.reduce((sum, { width, minWidth }) => sum + width - minWidth, 0)
  const cut = columns.filter(({ width, content }) => content > width).length
  return Object.fromEntries(
    columns.map(({ id, minWidth, width, content }) => {
      const fitted =
        over > 0
          ? width - (shrinkable > 0 ? (width - minWidth) * Math.min(1, over / shrinkable) : 0)
          : Math.max(width, Math.min(content, width - over / Math.max(1, cut)))
      return [id, Math.floor(fitted)]
    }),
  )
}

/** The input columns to pin: those at the left, if the other columns have enough width then. */
export function frozenInputs(
  columns: readonly Pick<Column, 'id' | 'type'>[],
  widths: Readonly<Record<string, number | undefined>>,
  available: number,
): readonly string[] {
  const widthOf = ({ id }: Pick<Column, 'id'>) => widths[id] ?? short
  if (columns.reduce((sum, column) => sum + widthOf(column), 0) <= available) return []
  const frozen: string[] = []
  let room = available * 0.4
  for (const column of columns) {
    room -= widthOf(column)
    if (column.type !== 'TEXT' || room < 0) break
    frozen.push(column.id)
  }
  return frozen
}
