import { type Reference, readBy } from '../../columns/forms.ts'
import type { Column } from '../../sheets/index.ts'
import { isComputed } from '../../sheets/values.ts'
import type { Distributions } from '../sheet/failures.ts'

/** Titles of the computed sources without any value: all their counted cells are stale. */
export function unrunSources(
  columns: readonly Column[],
  references: readonly Reference[],
  distributions: Pick<Distributions, 'rows' | 'columns'> | undefined,
): readonly string[] {
  if (!distributions || distributions.rows === 0) return []
  const unrun = new Set(
    distributions.columns
      .filter(({ stale_cells }) => stale_cells === distributions.rows)
      .map(({ column_id }) => column_id),
  )
  return readBy(columns, references)
    .filter((column) => isComputed(column) && unrun.has(column.id))
    .map(({ title }) => title)
}

export interface Waiting {
  readonly title: string
  readonly cells: number
}

/** The computed source with the most stale cells: a new cell waits in each of these rows. Null if there are none. */
export function waitingOn(
  columns: readonly Column[],
  references: readonly Reference[],
  distributions: Pick<Distributions, 'rows' | 'row_count' | 'columns'> | undefined,
): Waiting | null {
  // The distributions of a large sheet cover its first rows only.
  if (!distributions || distributions.rows < distributions.row_count) return null
  const counted = readBy(columns, references)
    .filter(isComputed)
    .map(({ id, title }) => ({
      title,
      cells: distributions.columns.find(({ column_id }) => column_id === id)?.stale_cells ?? 0,
    }))
  const [largest] = counted.toSorted((a, b) => b.cells - a.cells)
  return largest && largest.cells > 0 ? largest : null
}
