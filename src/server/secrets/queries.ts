import { sql } from 'kysely'
import type { Database, Inspection, Tx } from '../db/index.ts'
import type { SealedColumn } from './sealed-columns.ts'

const canaryId = 1

export async function findCanary(db: Database | Tx): Promise<Uint8Array | undefined> {
  return (await db.selectFrom('secret_canary').select('sealed').executeTakeFirst())?.sealed
}

/** The canary of a storage, whose schema may be another one; null if there is none. */
export async function storedCanaryOf(inspection: Inspection): Promise<Uint8Array | null> {
  if (!(await inspection.hasTable('secret_canary'))) return null
  const [row] = await inspection.query<{ sealed: Uint8Array }>('select sealed from secret_canary')
  return row?.sealed ?? null
}

/** Inserts the canary, unless another process has inserted one. */
export async function insertCanary(tx: Tx, sealed: Uint8Array): Promise<void> {
  await tx
    .insertInto('secret_canary')
    .values({ id: canaryId, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateCanary(tx: Tx, sealed: Uint8Array): Promise<void> {
  await tx.updateTable('secret_canary').set({ sealed }).execute()
}

export interface SealedRow {
  readonly workspace_id: number
  readonly id: number
  readonly sealed: Uint8Array
}

/** Lists the next sealed values in the order of the key. */
export async function listSealed(
  db: Database,
  { table, column }: SealedColumn,
  after: Pick<SealedRow, 'workspace_id' | 'id'>,
  limit: number,
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select workspace_id, id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where (workspace_id, id) > (${after.workspace_id}, ${after.id}) and ${sql.ref(column)} is not null
    order by workspace_id, id limit ${limit}`.execute(db)
  return rows
}

/** Replaces sealed values, except those that have changed since they were read. */
export async function replaceSealed(
  tx: Tx,
  { table, column }: SealedColumn,
  { workspace_id, id, sealed }: SealedRow,
  resealed: Uint8Array,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${resealed}
    where workspace_id = ${workspace_id} and id = ${id} and ${sql.ref(column)} = ${sealed}`.execute(tx)
}
