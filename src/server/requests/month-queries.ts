import { sql } from 'kysely'
import type { Database, Store, Tx } from '../db/index.ts'

const openedMonths = new WeakMap<Store, Map<number, Promise<void>>>()

/**
 * PostgreSQL partitions requests by month of arrival. This creates the partitions of the current and the next month, so
 * that no call waits for one when a month begins.
 */
export async function openMonth(store: Store, now: number): Promise<void> {
  if (store.dialect === 'sqlite') return
  const date = new Date(now)
  const [month, next] = [0, 1].map((later) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later))
  const months = openedMonths.get(store) ?? new Map<number, Promise<void>>()
  openedMonths.set(store, months)
  let opening = months.get(month!)
  if (!opening) {
    opening = makeMonths(store, [month!, next!])
    months.set(month!, opening)
    opening.catch(() => months.delete(month!))
  }
  await opening
}

async function makeMonths(store: Store, months: number[]): Promise<void> {
  for (const month of months) await sql`select make_request_month(${month}::bigint)`.execute(store.db)
}

/** Drops the partitions before the current month that hold no request. */
export async function dropEmptyMonths(store: Store, now: number): Promise<void> {
  if (store.dialect === 'sqlite') return
  const current = new Date(now).toISOString().slice(0, 7).replace('-', '_')
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits
    join pg_class c on c.oid = inhrelid where inhparent = 'requests'::regclass`.execute(store.db)
  for (const { name } of rows) {
    const month = /^requests_(\d{4}_\d{2})$/.exec(name)?.[1]
    if (month !== undefined && month < current) await dropIfEmpty(store, month)
  }
}

/**
 * Does not wait for locks, because detaching a partition locks the whole table. Jobs of other workspaces may drop the
 * same partition.
 */
async function dropIfEmpty(store: Store, month: string): Promise<void> {
  try {
    if (!(await isEmpty(store.db, month))) return
    await store.transact(async (tx) => {
      await sql`set local lock_timeout = 200`.execute(tx)
      await sql`lock table ${sql.join(partsOf(month))} in access exclusive mode`.execute(tx)
      if (await isEmpty(tx, month))
        for (const part of partsOf(month)) await sql`drop table ${part}`.execute(tx)
    })
  } catch (error) {
    if (!ignoredCodes.has((error as { code?: string }).code ?? '')) throw error
  }
}

const partsOf = (month: string) =>
  ['requests', 'request_payloads'].map((table) => sql.table(`${table}_${month}`))

async function isEmpty(db: Database | Tx, month: string): Promise<boolean> {
  const [requests, payloads] = partsOf(month)
  const { rows } =
    await sql`select 1 where exists (select 1 from ${requests!}) or exists (select 1 from ${payloads!})`.execute(
      db,
    )
  return rows.length === 0
}

/** Lock timeout, missing table, deadlock: the next run tries again. */
const ignoredCodes = new Set(['55P03', '42P01', '40P01'])
