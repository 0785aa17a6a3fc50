import { type Reference, readBy } from '../../columns/forms.ts'
import type { Column } from '../../sheets/index.ts'
import { isComputed } from '../../sheets/values.ts'
import type { Distributions } from '../sheet/failures.ts'

/** Titles of the computed columns that are read and have no value: every row that was counted is stale. */
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
