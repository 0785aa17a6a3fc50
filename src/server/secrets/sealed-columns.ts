import type { SecretContext } from '../edge/index.ts'

/** A column of sealed values, which may be null, in a table whose key is (workspace_id, id). */
export interface SealedColumn {
  readonly table: string
  readonly column: string
}

/**
 * The row that a value of this column is sealed for. The column is part of it: two sealed columns of one row
 * cannot be swapped either.
 */
export function sealedFor({ table, column }: SealedColumn, workspace: number, id: number): SecretContext {
  return { table: `${table}.${column}`, workspace, row: id }
}
