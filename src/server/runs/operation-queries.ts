import type { SheetOperationRow, Tx } from '../db/index.ts'

type Counted = 'completed' | 'failed' | 'released' | 'open_batches' | 'calls' | 'cost' | 'unpriced_calls'

/** Nothing is counted of an operation that computes no cells. */
const none: Pick<SheetOperationRow, Counted> = {
  completed: 0,
  failed: 0,
  released: 0,
  open_batches: 0,
  calls: 0,
  cost: 0,
  unpriced_calls: 0,
}

export async function insertOperation(
  tx: Tx,
  row: Omit<SheetOperationRow, Counted> & Partial<Pick<SheetOperationRow, Counted>>,
) {
  await tx
    .insertInto('sheet_operations')
    .values({ ...none, ...row })
    .execute()
}
