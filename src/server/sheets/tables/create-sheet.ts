import type { Endpoints } from '../../../contract/index.ts'
import type { Context } from '../../context.ts'
import type { Store, TableRow, Tx } from '../../db/index.ts'
import type { Call } from '../../http/handler.ts'
import { presentSheet } from '../storage/present.ts'
import { addSheet, lockTable } from './add-sheet.ts'

/**
 * True if a new sheet gets an empty row. For the vendor's async Python SDK it gets none: `aevaluate` deletes the row, and
 * this fails, because the SDK passes a body to httpx's `delete`, which accepts none.
 */
const getsEmptyRow = (userAgent: string): boolean =>
  !(userAgent.startsWith('promptlayer-python/') && userAgent.includes('python-httpx/'))

/** The content of a new sheet: one text column and, for most clients, one row. */
const blank = (userAgent: string) => ({ columns: ['Column A'], withRow: getsEmptyRow(userAgent) })

/** Creates a sheet. `body.source` is ignored. */
export async function createBlankSheet(
  { store, now }: Pick<Context, 'store' | 'now'>,
  { caller, params, body, userAgent }: Call<Endpoints['createSheet']>,
) {
  return store.transact(async (tx) => {
    const time = now()
    const table = await lockTable(tx, caller.workspace, params.table_id, time)
    const { title, index } = body
    const sheet = await addSheet(store, tx, table, { title, index, ...blank(userAgent) }, time)
    return { success: true as const, sheet: presentSheet(sheet) }
  })
}

export const createFirstSheet = (store: Store, tx: Tx, table: TableRow, userAgent: string, time: number) =>
  addSheet(store, tx, table, blank(userAgent), time)
