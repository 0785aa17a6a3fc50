import type { Column } from '../../sheets/index.ts'
import type { Distributions, Scored } from './failures.ts'

export const isVerdicts = ({ id }: Pick<Column, 'id'>, distributions: Distributions | undefined): boolean =>
  distributions?.columns.find(({ column_id }) => column_id === id)?.distribution.kind === 'verdicts'

/** Computed columns with passes and failures that the score of the sheet leaves out. */
export const uncountedChecks = (
  columns: readonly Column[],
  scored: readonly Pick<Scored, 'column_id'>[],
  distributions: Distributions | undefined,
): readonly Column[] =>
  columns.filter(
    (column) =>
      column.type !== 'TEXT' &&
      !scored.some(({ column_id }) => column_id === column.id) &&
      isVerdicts(column, distributions),
  )
