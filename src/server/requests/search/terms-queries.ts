import { sql } from 'kysely'
import type { Search } from './search.ts'

/**
 * Maximum words that replace a prefix; each costs about 50 microseconds. With more, most of them are rare, and FTS5
 * merges their lists quickly.
 */
const maxTerms = 100

/** The indexed words with this prefix; null if there are too many, or if the engine cannot list them. */
export async function findTerms(
  { store, runQuery }: Pick<Search, 'store' | 'runQuery'>,
  beginning: string,
): Promise<string[] | null> {
  if (store.dialect !== 'sqlite') return null
  // Each step finds the next word in the index, without reading the requests of a word.
  const query = sql<{ term: string }>`with recursive leap (term) as (
      select (select term from request_terms where term >= ${beginning} limit 1)
      union all
      select (select term from request_terms where term >= leap.term || char(1) limit 1) from leap
      where substr(leap.term, 1, length(${beginning})) = ${beginning})
    select term from leap where substr(term, 1, length(${beginning})) = ${beginning} limit ${maxTerms + 1}`
  const rows = await runQuery(query.compile(store.db))
  return rows.length > maxTerms ? null : rows.map(({ term }) => term)
}
