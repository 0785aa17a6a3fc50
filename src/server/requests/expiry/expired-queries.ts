import { type CompiledQuery, sql } from 'kysely'
import {
  expiryCutoff,
  inOrder,
  isExpired,
  latestExpiry,
  type RetentionRule,
} from '../../../engine/retention/rules.ts'
import { facetText } from '../../../engine/search/index.ts'
import { lockMedia } from '../../bodies/index.ts'
import { enqueueCompiled, type RequestRow, type Store, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { kindNumber } from '../facet-entries.ts'
import { forgetEmptyHours } from '../hour-queries.ts'
import { forgetAllStatements } from '../insert-queries.ts'
import { searchDialect } from '../search/dialect.ts'
import type { Sql } from '../search/search-dialect-queries.ts'

export interface ExpiryQuery {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly rules: readonly RetentionRule[]
  readonly now: number
}

/** SQL for the index of the rule that applies to request `r`; null if none applies. Rules are tested in their order. */
function ruleIndexSql(workspace: WorkspaceId, rules: readonly RetentionRule[]): Sql<number | null> {
  if (rules.length === 0) return sql`null`
  const whenClauses = rules.map(
    ({ tag }, ruleIndex) => sql`when ${hasTag(workspace, tag)} then ${sql.lit(ruleIndex)}`,
  )
  return sql`case ${sql.join(whenClauses, sql` `)} end`
}

/**
 * PostgreSQL may test the tag by a list of all requests with the tag. With the workspace as a value, it reads that
 * list from the index.
 */
const hasTag = (workspace: WorkspaceId, tag: string | null): Sql =>
  tag === null
    ? sql`1 = 1`
    : sql`exists (select 1 from request_facets x where x.workspace_id = ${workspace} and x.kind = ${kindNumber('tags')}
        and x.key = '' and x.value = ${facetText(tag)} and x.started_at = r.started_at and x.request_id = r.id)`

/** The `when` branches by rule index. Requests that arrived before the cutoff are expired. */
const cutoffsOf = ({ rules, now }: Pick<ExpiryQuery, 'rules' | 'now'>): Sql<unknown>[] =>
  inOrder(rules).flatMap((rule, ruleIndex) => {
    const cutoff = expiryCutoff(rule, now)
    return cutoff === null ? [] : [sql`when ${sql.lit(ruleIndex)} then ${sql.lit(Math.floor(cutoff))}`]
  })

/** SQL that is true if request `r` of the workspace is expired now. */
export function isExpiredSql({ workspace, rules, now }: Omit<ExpiryQuery, 'store'>): Sql {
  const cutoffs = cutoffsOf({ rules, now })
  if (cutoffs.length === 0) return sql`1 = 0`
  return sql`coalesce(r.created_at < case ${ruleIndexSql(workspace, inOrder(rules))} ${sql.join(cutoffs, sql` `)} end, false)`
}

/** SQL for the expired requests, each with the index of its rule. */
function expired({ store, workspace, rules, now }: ExpiryQuery): Sql<unknown> {
  const ordered = inOrder(rules)
  const cutoffs = cutoffsOf({ rules, now })
  const { onTime } = searchDialect(store)
  return sql`select * from (
      select r.id, r.created_at, ${ruleIndexSql(workspace, ordered)} as rule_index from requests r
      where r.workspace_id = ${workspace} and r.created_at < ${latestExpiry(rules, now)}
        ${onTime ? sql`and ${onTime} = 1` : sql``}) r
    where created_at < case rule_index ${sql.join(cutoffs, sql` `)} end`
}

export interface ExpiredCount {
  readonly rule_index: number
  readonly requests: number
  readonly oldest: number
  readonly newest: number
}

/** Counts expired requests by rule index. Call this only if `latestExpiry` is not null. */
export const countExpiredQuery = (query: ExpiryQuery): CompiledQuery<ExpiredCount> =>
  sql<ExpiredCount>`select rule_index, count(*) as requests, min(created_at) as oldest, max(created_at) as newest
    from (${expired(query)}) expired group by rule_index`.compile(query.store.db)

/** A position in the order of arrival. */
export interface Arrived {
  readonly id: number
  readonly created_at: number
}

export const expiredQuery = (query: ExpiryQuery, after: Arrived, limit: number): CompiledQuery<Arrived> =>
  sql<Arrived>`select id, created_at from (${expired(query)}) expired
    where (created_at, id) > (${after.created_at}, ${after.id})
    order by created_at, id limit ${limit}`.compile(query.store.db)

/**
 * Deletes expired requests with their dependent rows. Skips requests that were deleted, or that got a protecting tag,
 * since the query.
 */
export async function deleteExpired(
  tx: Tx,
  { store, workspace, rules, now }: ExpiryQuery,
  ids: readonly number[],
) {
  await deleteRequestRows(tx, store, workspace, ids, (row) =>
    isExpired(rules, JSON.parse(row.tags) as string[], row.created_at, now),
  )
}

/**
 * Deletes the requests for which `mayDelete` is true, with their dependent rows. Skips requests that no longer exist.
 * Returns the number of deleted requests.
 */
export async function deleteRequestRows(
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  ids: readonly number[],
  mayDelete: (row: RequestRow) => boolean = () => true,
): Promise<number> {
  for (const statement of lockMedia(store, workspace, { requests: ids })) await enqueueCompiled(tx, statement)
  const requests = await tx
    .updateTable('requests')
    .set((eb) => ({ metadata: eb.ref('metadata') }))
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const rows = requests.filter(mayDelete)
  if (rows.length === 0) return 0
  for (const statement of forgetAllStatements(store, rows)) await tx.executeQuery(statement)
  for (const statement of forgetEmptyHours(store, rows)) await tx.executeQuery(statement)
  await tx
    .deleteFrom('request_scores')
    .where('workspace_id', '=', workspace)
    .where(
      'request_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  await tx
    .deleteFrom('given_scores')
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', 'request')
    .where(
      'subject_id',
      'in',
      rows.map(({ id }) => String(id)),
    )
    .execute()
  return rows.length
}
