import { sql } from 'kysely'
import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Driver } from './choose-driver-queries.ts'
import { conditionOf } from './condition-queries.ts'
import { hasTest } from './driver.ts'
import type { Search } from './search.ts'
import type { Sql } from './search-dialect-queries.ts'
import { arrivalHasWords, sqliteArrivals } from './sqlite-queries.ts'

/** True if the driver lists pending requests too. */
export const includesArrivals = ({ by }: Driver): boolean => by === 'time' || by === 'score'

/**
 * True if pending requests must be scanned separately. A walk by time or score finds them, unless the facet index tests
 * the filter.
 */
export const scansArrivals = ({ hasArrivals, query }: Search, driver: Driver): boolean =>
  hasArrivals === true && (!includesArrivals(driver) || needsIndex(query))

const needsIndex = ({ filter, words }: SearchQuery): boolean =>
  words.length > 0 || hasTest(filter, ({ type }) => type === 'facet')

/** Excludes pending requests, which are searched separately. */
export const isIndexed: Sql = sql`not exists (select 1 from request_arrivals where request_id = r.id)`

/** The `from` and `where` of a query for matching pending requests, called `r`. */
export function fromArrivals({ workspace, query }: Search): Sql<unknown> {
  const conditions = [
    sql`a.workspace_id = ${workspace}`,
    conditionOf(sqliteArrivals, workspace, query.filter),
  ]
  if (query.words.length > 0) conditions.push(arrivalHasWords(query.words))
  return sql`from request_arrivals a
    cross join requests r on r.workspace_id = a.workspace_id and r.id = a.request_id
    where ${sql.join(conditions, sql` and `)} and ${sqliteArrivals.onTime} = 1`
}
