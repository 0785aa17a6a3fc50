import { type CompiledQuery, sql } from 'kysely'
import { stretchLength } from '../stretch-queries.ts'
import { conditionOf } from './condition-queries.ts'
import { searchDialect } from './dialect.ts'
import type { Search } from './open-search.ts'
import type { Sql } from './search-dialect-queries.ts'
import { matchOf } from './words-query.ts'

/** A request that was found, and when it started. */
export interface Started {
  readonly id: number
  readonly value: number
}

/** A part of the walk, in its own direction. */
export interface Part {
  /** The first and the last id to look at; null: there is no bound. */
  readonly from: number | null
  readonly to: number | null
  /** Only what comes behind this request in the order of start. */
  readonly after: Started | null
  /** Only what started on the nearer side of this time. */
  readonly before: number | null
}

/** The first of the requests with all words: in the order of their ids, or of all in `part` that of their start. */
export function walkQuery(
  search: Search,
  part: Part,
  order: 'id' | 'start',
  limit: number,
): CompiledQuery<Started> {
  const { store, workspace, query, words } = search
  const { ahead, behind, direction } = signs(query.descending)
  const { from, to, after, before } = part
  const conditions: Sql[] = [
    sql`w.request_words match ${matchOf(workspace, words)}`,
    conditionOf(searchDialect(store), query.filter),
    sql`on_time(r.id) = 1`,
  ]
  if (from !== null) conditions.push(sql`w.rowid ${behind}= ${wholeNumber(from)}`)
  if (to !== null) conditions.push(sql`w.rowid ${ahead}= ${wholeNumber(to)}`)
  if (after) conditions.push(sql`(r.started_at, r.id) ${behind} (${after.value}, ${after.id})`)
  if (before !== null) conditions.push(sql`r.started_at ${ahead} ${before}`)
  const walk = sql`select r.id as id, r.started_at as value
    from request_words w cross join requests r on r.workspace_id = ${workspace} and r.id = w.rowid
    where ${sql.join(conditions, sql` and `)} order by w.rowid ${direction}`
  // The limit that limits nothing keeps the order of the walk: in the other FTS5 reads its lists from their far end.
  const all = sql`select id, value from (${walk} limit -1) order by value ${direction}, id ${direction}`
  return sql<Started>`${order === 'id' ? walk : all} limit ${limit}`.compile(store.db)
}

/** Parameters are doubles, and FTS5 leaves bounds that are none of its rowids unused. */
const wholeNumber = (id: number): Sql<number> => sql`cast(${id} as integer)`

const signs = (descending: boolean) =>
  descending
    ? { ahead: sql`>`, behind: sql`<`, direction: sql`desc` }
    : { ahead: sql`<`, behind: sql`>`, direction: sql`asc` }

/** The id from which on, in the direction of the walk, requests started at `time` or behind it; null: none did. */
export function firstIdQuery(
  { store, workspace, query }: Search,
  time: number,
): CompiledQuery<{ id: number | null }> {
  const id = query.descending
    ? sql`max(stretch) * ${sql.lit(stretchLength)} + ${sql.lit(stretchLength - 1)}`
    : sql`min(stretch) * ${sql.lit(stretchLength)}`
  const reaches = query.descending ? sql`earliest <= ${time}` : sql`latest >= ${time}`
  return sql<{ id: number | null }>`select ${id} as id from request_stretches
    where workspace_id = ${workspace} and ${reaches}`.compile(store.db)
}

/** The last id behind `from` that a request which started on the nearer side of `time` can have; null: none. */
export function lastIdQuery(
  { store, workspace, query }: Search,
  time: number,
  from: number,
): CompiledQuery<{ id: number | null }> {
  const own = Math.floor(from / stretchLength)
  const [id, reaches, isBehind] = query.descending
    ? [sql`min(stretch) * ${sql.lit(stretchLength)}`, sql`latest > ${time}`, sql`stretch <= ${own}`]
    : [
        sql`max(stretch) * ${sql.lit(stretchLength)} + ${sql.lit(stretchLength - 1)}`,
        sql`earliest < ${time}`,
        sql`stretch >= ${own}`,
      ]
  return sql<{ id: number | null }>`select ${id} as id from request_stretches
    where workspace_id = ${workspace} and ${isBehind} and ${reaches}`.compile(store.db)
}
