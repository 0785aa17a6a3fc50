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
