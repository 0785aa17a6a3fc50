import { sql } from 'kysely'
import type { Store } from '../db/index.ts'

/** As the migrations have named it; each month has its part of it. */
const index = 'requests_by_words'
/** One process at a time: a second one would wait for the first and find nothing. */
const lock = 7105117319

/**
 * Puts the words of the newest requests from the lists on which PostgreSQL gathers them into the index itself. Its
 * commit is not waited for: the same words are there before and after.
 */
export function sortInPendingWords(store: Store): Promise<void> {
  return store.scan.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`select gin_clean_pending_list(inhrelid::regclass) from pg_inherits
      where inhparent = to_regclass(${index}) and (select pg_try_advisory_xact_lock(${sql.lit(lock)}))`.execute(
      tx,
    )
  })
}
