import { literalOf } from './compiler-queries.ts'
import type { CopiedId, CopiedTable } from './copied-table.ts'

/** Counts the rows that a batch has inserted. */
export const countOfBatch = (table: CopiedTable, ids: readonly CopiedId[], batch: number): string =>
  `select count() as rows from ${table.name} where batch = ${batch} and ${within(table, ids)}`

export const countOlder = (table: CopiedTable, ids: readonly CopiedId[], batch: number): string =>
  `select count() as rows from ${table.name} where ${older(table, ids, batch)}`

export const deleteOlder = (table: CopiedTable, ids: readonly CopiedId[], batch: number): string =>
  `delete from ${table.name} where ${older(table, ids, batch)}`

/**
 * Deletions mark rows in patches; these mutations rewrite the parts without the marked rows. A merge would do so too, but
 * large parts of earlier months may never be merged again.
 */
export const eraseStatements = ({ name }: CopiedTable): string[] => [
  `alter table ${name} apply patches`,
  `alter table ${name} apply deleted mask`,
]

/** A condition: the row is from an earlier batch of these rows, which this batch replaces or deletes. */
function older(table: CopiedTable, ids: readonly CopiedId[], batch: number): string {
  const ofWorkspaces = [...Map.groupBy(ids, ({ workspace_id }) => workspace_id)].map(
    ([workspace, rows]) =>
      `workspace_id = ${workspace} and ${table.id.copy} in (${rows.map(({ id }) => literalOf(id))})`,
  )
  return `batch < ${batch} and ${within(table, ids)} and (${ofWorkspaces.join(' or ')})`
}

/** A condition that limits the read to the batch's range of positions, which is indexed. */
function within({ position }: CopiedTable, ids: readonly CopiedId[]): string {
  const [first, last] = [ids.map((row) => row.first), ids.map((row) => row.last)]
  return `${position.copy} between ${Math.min(...first)} and ${Math.max(...last)}`
}
