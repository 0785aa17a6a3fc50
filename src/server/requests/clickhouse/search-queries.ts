import { type CompiledQuery, sql } from 'kysely'
import { matchingRequests, whereOfSome } from '../search/plan-queries.ts'
import type { Search } from '../search/search.ts'
import type { Sql } from '../search/search-dialect-queries.ts'
import { compiler } from './compiler-queries.ts'

const keys = {
  requests: { row: sql.ref('r'), id: sql.ref('id') },
  traces: { row: sql.ref('t'), id: sql.ref('trace_id') },
} as const

/** A condition on a request `r` or a trace `t` that excludes rows that a batch has replaced but not deleted yet. */
export function isCurrent(table: keyof typeof keys, workspace: number, finished: number): Sql {
  const { row, id } = keys[table]
  const later = sql`from ${sql.table(table)} where workspace_id = ${workspace} and batch > ${finished}`
  return sql`(${row}.${id} not in (select ${id} ${later})
    or (${row}.${id}, ${row}.batch) in (select ${id}, max(batch) ${later} group by ${id}))`
}

export const fromMatching = (search: Search): Sql<unknown> =>
  sql`from requests r where ${whereOfSome(search, { by: 'time' })}`

export const fromNewest = (search: Search, limit: number): Sql<unknown> =>
  sql`from (${matchingRequests(search, { by: 'time' }, limit)}) r`

export const countMatching = (search: Search): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select count() as total ${fromMatching(search)}`.compile(search.store.db)

/** Indexed words, of all workspaces, that begin with this text. */
export const indexedTerms = (beginning: string, limit: number): CompiledQuery<{ term: string }> =>
  sql<{
    term: string
  }>`select distinct token as term from mergeTreeTextIndex(currentDatabase(), requests, by_word)
    where startsWith(token, ${beginning}) limit ${limit}`.compile(compiler)
