import { sql } from 'kysely'
import type { Store } from '../../db/index.ts'

/** The name of the index in the migrations. Each monthly partition has a part of the index. */
const index = 'requests_by_words'
/** An advisory lock, so that a second process does not flush too: it would only wait for the first. */
const lock = 7105117319

/**
 * Flushes PostgreSQL's list of pending words into the index. The commit may be asynchronous, because a flush changes no
 * content.
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
