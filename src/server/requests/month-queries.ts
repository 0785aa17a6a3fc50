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
