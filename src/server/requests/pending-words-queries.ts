import { sql } from 'kysely'
import type { Store } from '../db/index.ts'

/** Index name in the migrations; each monthly partition has its own part. */
const index = 'requests_by_words'
/** Advisory lock: a second process would only wait for the first. */
const lock = 7105117319

/**
 * Flushes PostgreSQL's pending list of words into the index itself. Asynchronous commit is safe: a flush
 * changes no content.
 */
export function flushPendingWords(store: Store): Promise<void> {
  return store.scan.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`select gin_clean_pending_list(inhrelid::regclass) from pg_inherits
      where inhparent = to_regclass(${index}) and (select pg_try_advisory_xact_lock(${sql.lit(lock)}))`.execute(
      tx,
    )
  })
}
