import type { SheetOperationRow, Tx } from '../db/index.ts'

export async function insertOperation(tx: Tx, row: SheetOperationRow) {
  await tx.insertInto('sheet_operations').values(row).execute()
}
