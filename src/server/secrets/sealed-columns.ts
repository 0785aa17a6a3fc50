import type { SecretContext } from '../sealing/index.ts'

/** A nullable column of sealed values in a table with the key (workspace_id, id). */
export interface SealedColumn {
  readonly table: string
  readonly column: string
}

/** The context for sealing the value of a row. It includes the column, so that values of two columns cannot be exchanged. */
export function sealedFor({ table, column }: SealedColumn, workspace: number, id: number): SecretContext {
  return { table: `${table}.${column}`, workspace, row: id }
}
