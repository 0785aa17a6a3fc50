import { type CompiledQuery, sql } from 'kysely'
import { goes, goesBefore, inOrder, lastToGo, type RetentionRule } from '../../engine/retention/rules.ts'
import { facetText } from '../../engine/search/index.ts'
import type { Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { kindNumber } from './facet-entries.ts'
import { forgetStatements } from './insert-queries.ts'
import { searchDialect } from './search/dialect.ts'
import type { Sql } from './search/search-dialect-queries.ts'

interface Asked {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly rules: readonly RetentionRule[]
  readonly now: number
}

/** The place of the rule that is for a request `r`, among the rules in order; null when there is none. */
function placeSql(rules: readonly RetentionRule[]): Sql<number | null> {
  if (rules.length === 0) return sql`null`
  const whens = rules.map(({ tag }, place) => sql`when ${hasTag(tag)} then ${sql.lit(place)}`)
  return sql`case ${sql.join(whens, sql` `)} end`
}

const hasTag = (tag: string | null): Sql =>
  tag === null
    ? sql`1 = 1`
    : sql`exists (select 1 from request_facets x where x.workspace_id = r.workspace_id and x.kind = ${kindNumber('tags')}
        and x.key = '' and x.value = ${facetText(tag)} and x.started_at = r.started_at and x.request_id = r.id)`

/** By the places of rules in order: what arrived before goes. */
const cutoffsOf = ({ rules, now }: Pick<Asked, 'rules' | 'now'>): Sql<unknown>[] =>
  inOrder(rules).flatMap((rule, place) => {
    const before = goesBefore(rule, now)
    return before === null ? [] : [sql`when ${sql.lit(place)} then ${sql.lit(Math.floor(before))}`]
  })

/** Whether a request `r` goes now. */
export function goesNow({ rules, now }: Pick<Asked, 'rules' | 'now'>): Sql {
  const cutoffs = cutoffsOf({ rules, now })
  if (cutoffs.length === 0) return sql`1 = 0`
  return sql`coalesce(r.created_at < case ${placeSql(inOrder(rules))} ${sql.join(cutoffs, sql` `)} end, false)`
}

/** Requests that go now, each with the place of its rule. */
function expired({ store, workspace, rules, now }: Asked): Sql<unknown> {
  const ordered = inOrder(rules)
  const cutoffs = cutoffsOf({ rules, now })
  const { onTime } = searchDialect(store)
  return sql`select * from (
      select r.id, r.created_at, ${placeSql(ordered)} as place from requests r
      where r.workspace_id = ${workspace} and r.created_at < ${lastToGo(rules, now)}
        ${onTime ? sql`and ${onTime} = 1` : sql``}) r
    where created_at < case place ${sql.join(cutoffs, sql` `)} end`
}

export interface ExpiredCount {
  readonly place: number
  readonly requests: number
  readonly oldest: number
  readonly newest: number
}

/** By the rules in order. Only where some rule lets something go. */
export const countExpiredQuery = (asked: Asked): CompiledQuery<ExpiredCount> =>
  sql<ExpiredCount>`select place, count(*) as requests, min(created_at) as oldest, max(created_at) as newest
    from (${expired(asked)}) expired group by place`.compile(asked.store.db)

/** Behind which request, in the order of arrival, a walk goes on. */
export interface Arrived {
  readonly id: number
  readonly created_at: number
}

export const expiredQuery = (asked: Asked, after: Arrived, limit: number): CompiledQuery<Arrived> =>
  sql<Arrived>`select id, created_at from (${expired(asked)}) expired
    where (created_at, id) > (${after.created_at}, ${after.id})
    order by created_at, id limit ${limit}`.compile(asked.store.db)

/**
 * Takes requests out of storage with all that belongs to them. Those that are gone already are passed over, and those
 * that were given a tag since they were found, whose rule keeps them.
 */
export async function forgetRequests(
  tx: Tx,
  { store, workspace, rules, now }: Asked,
  ids: readonly number[],
) {
  const found = await tx
    .updateTable('requests')
    .set((eb) => ({ metadata: eb.ref('metadata') }))
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const rows = found.filter((row) => goes(rules, JSON.parse(row.tags) as string[], row.created_at, now))
  if (rows.length === 0) return
  for (const row of rows)
    for (const statement of forgetStatements(store, row)) await tx.executeQuery(statement)
  await tx
    .deleteFrom('request_scores')
    .where('workspace_id', '=', workspace)
    .where(
      'request_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
