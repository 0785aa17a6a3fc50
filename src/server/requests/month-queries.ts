import { sql } from 'kysely'
import type { Store } from '../db/index.ts'

const opened = new WeakMap<Store, Map<number, Promise<void>>>()

/**
 * PostgreSQL keeps requests by the month of their arrival. Sees to it that the month of `now` is there, and the one
 * after it, so that the turn of a month finds its place made.
 */
export async function openMonth(store: Store, now: number): Promise<void> {
  if (store.dialect === 'sqlite') return
  const date = new Date(now)
  const [month, next] = [0, 1].map((later) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later))
  const months = opened.get(store) ?? new Map<number, Promise<void>>()
  opened.set(store, months)
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

/** Months before the one of `now` that no request of any workspace is left in go as a whole. */
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

/** Rather leaves it for the next time than hold up others: taking a part off a table locks all of it. */
async function dropIfEmpty(store: Store, month: string): Promise<void> {
  const parts = ['requests', 'request_payloads'].map((table) => sql.table(`${table}_${month}`))
  const { rows } =
    await sql`select 1 where exists (select 1 from ${parts[0]!}) or exists (select 1 from ${parts[1]!})`.execute(
      store.db,
    )
  if (rows.length > 0) return
  await store
    .transact(async (tx) => {
      await sql`set local lock_timeout = 200`.execute(tx)
      await sql`lock table ${parts[0]!}, ${parts[1]!} in access exclusive mode`.execute(tx)
      const found =
        await sql`select 1 where exists (select 1 from ${parts[0]!}) or exists (select 1 from ${parts[1]!})`.execute(
          tx,
        )
      if (found.rows.length === 0) for (const part of parts) await sql`drop table ${part}`.execute(tx)
    })
    .catch((error: { code?: string }) => {
      if (error.code !== lockTimeout) throw error
    })
}

const lockTimeout = '55P03'
