import type { SecretContext } from '../edge/index.ts'

/** A nullable column of sealed values in a table with the key (workspace_id, id). */
export interface SealedColumn {
  readonly table: string
  readonly column: string
}

/** Sealing context of a row's value. It includes the column, so that values cannot be swapped. */
export function sealedFor({ table, column }: SealedColumn, workspace: number, id: number): SecretContext {
  return { table: `${table}.${column}`, workspace, row: id }
}
