import { sql } from 'kysely'
import type { Search } from './open-search.ts'

/**
 * Words that one beginning may be looked for as: each costs some 50 microseconds to look up. Of more than that
 * many most are rare, and FTS5 puts their lists together quickly.
 */
const mostTerms = 100

/** The words of the index that begin so; null where they are too many, or the engine does not list them. */
export async function findTerms(
  { store, ask }: Pick<Search, 'store' | 'ask'>,
  beginning: string,
): Promise<string[] | null> {
  if (store.dialect !== 'sqlite') return null
  // Leaps: the first word behind another comes without reading who has either.
  const query = sql<{ term: string }>`with recursive leap (term) as (
      select (select term from request_terms where term >= ${beginning} limit 1)
      union all
      select (select term from request_terms where term >= leap.term || char(1) limit 1) from leap
      where substr(leap.term, 1, length(${beginning})) = ${beginning})
    select term from leap where substr(term, 1, length(${beginning})) = ${beginning} limit ${mostTerms + 1}`
  const rows = await ask(query.compile(store.db))
  return rows.length > mostTerms ? null : rows.map(({ term }) => term)
}
