import { type CompiledQuery, sql } from 'kysely'
import { idRangeLength } from '../id-range-queries.ts'
import { conditionOf } from './condition-queries.ts'
import { searchDialect } from './dialect.ts'
import type { Search } from './search.ts'
import type { Sql } from './search-dialect-queries.ts'
import { matchOf } from './words-query.ts'

/** A match and its start time. */
export interface Started {
  readonly id: number
  readonly value: number
}

/** A part of a walk. First and last are meant in walking direction. */
export interface Part {
  /** The first and the last id; null: no bound. */
  readonly from: number | null
  readonly to: number | null
  /** The part has only requests after this one in the order of start. */
  readonly after: Started | null
  /** The part has only requests that started on the nearer side of this time. */
  readonly before: number | null
}

/** Finds the first requests of a part that have all words: by id, or sorted by start. */
export function walkQuery(
  search: Search,
  part: Part,
  order: 'id' | 'start',
  limit: number,
): CompiledQuery<Started> {
  const { store, workspace, query, words } = search
  const { ahead, behind, direction } = comparisonSigns(query.descending)
  const { from, to, after, before } = part
  const conditions: Sql[] = [
    sql`w.request_words match ${matchOf(workspace, words)}`,
    conditionOf(searchDialect(store), workspace, query.filter),
    sql`on_time(r.id) = 1`,
  ]
  if (from !== null) conditions.push(sql`w.rowid ${behind}= ${wholeNumber(from)}`)
  if (to !== null) conditions.push(sql`w.rowid ${ahead}= ${wholeNumber(to)}`)
  if (after) conditions.push(sql`(r.started_at, r.id) ${behind} (${after.value}, ${after.id})`)
  if (before !== null) conditions.push(sql`r.started_at ${ahead} ${before}`)
  const walk = sql`select r.id as id, r.started_at as value
    from request_words w cross join requests r on r.workspace_id = ${workspace} and r.id = w.rowid
    where ${sql.join(conditions, sql` and `)} order by w.rowid ${direction}`
  // `limit -1` keeps the direction of the walk; in the other direction, FTS5 would read its lists from their far end.
  const all = sql`select id, value from (${walk} limit -1) order by value ${direction}, id ${direction}`
  return sql<Started>`${order === 'id' ? walk : all} limit ${limit}`.compile(store.db)
}

/** Parameters are doubles, and FTS5 ignores bounds that are no integers. */
const wholeNumber = (id: number): Sql<number> => sql`cast(${id} as integer)`

const comparisonSigns = (descending: boolean) =>
  descending
    ? { ahead: sql`>`, behind: sql`<`, direction: sql`desc` }
    : { ahead: sql`<`, behind: sql`>`, direction: sql`asc` }

/** Finds the first id, in walking direction, whose id range reaches `time`; null if there is none. */
export function firstIdQuery(
  { store, workspace, query }: Search,
  time: number,
): CompiledQuery<{ id: number | null }> {
  const id = query.descending
    ? sql`max(stretch) * ${sql.lit(idRangeLength)} + ${sql.lit(idRangeLength - 1)}`
    : sql`min(stretch) * ${sql.lit(idRangeLength)}`
  const reaches = query.descending ? sql`earliest <= ${time}` : sql`latest >= ${time}`
  return sql<{ id: number | null }>`select ${id} as id from request_stretches
    where workspace_id = ${workspace} and ${reaches}`.compile(store.db)
}

/** Finds the last id after `from` whose id range can hold a request on the nearer side of `time`; null if there is none. */
export function lastIdQuery(
  { store, workspace, query }: Search,
  time: number,
  from: number,
): CompiledQuery<{ id: number | null }> {
  const ownRange = Math.floor(from / idRangeLength)
  const [id, reaches, isBehind] = query.descending
    ? [sql`min(stretch) * ${sql.lit(idRangeLength)}`, sql`latest > ${time}`, sql`stretch <= ${ownRange}`]
    : [
        sql`max(stretch) * ${sql.lit(idRangeLength)} + ${sql.lit(idRangeLength - 1)}`,
        sql`earliest < ${time}`,
        sql`stretch >= ${ownRange}`,
      ]
  return sql<{ id: number | null }>`select ${id} as id from request_stretches
    where workspace_id = ${workspace} and ${isBehind} and ${reaches}`.compile(store.db)
}
