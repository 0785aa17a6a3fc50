import { type CompiledQuery, sql } from 'kysely'
import type { Database } from '../../../db/index.ts'
import type { WorkspaceId } from '../../../workspace-id.ts'
import { matchingRequests, whereOfPage } from '../plan-queries.ts'
import type { Search } from '../search.ts'
import type { Sql } from '../search-dialect-queries.ts'

export const fromMatching = (search: Search): Sql<unknown> =>
  sql`from requests r where ${whereOfPage(search, { by: 'time' })}`

export const fromNewest = (search: Search, limit: number): Sql<unknown> =>
  sql`from (${matchingRequests(search, { by: 'time' }, limit)}) r`

export const countMatching = (search: Search): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select count() as total ${fromMatching(search)}`.compile(search.store.db)

/** Indexed words, of all workspaces, that begin with this text. */
export const indexedTerms = (
  { store }: Search,
  beginning: string,
  limit: number,
): CompiledQuery<{ term: string }> =>
  sql<{
    term: string
  }>`select distinct token as term from mergeTreeTextIndex(currentDatabase(), requests, by_word)
    where startsWith(token, ${beginning}) limit ${limit}`.compile(store.db)

/** True if a request of the workspace has a score in `given_scores`, which ClickHouse does not have. */
export const hasGivenScores = async (db: Database, workspace: WorkspaceId): Promise<boolean> =>
  (await db
    .selectFrom('given_scores')
    .select('name')
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', 'request')
    .limit(1)
    .executeTakeFirst()) !== undefined
