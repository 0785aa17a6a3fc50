import { type CompiledQuery, sql } from 'kysely'
import { type Sql, searchDialect } from '../../requests/index.ts'
import type { TraceQuery } from '../list/trace-query.ts'
import type { TraceGroupKind } from './group-queries.ts'

/** The scores of one name, type and kind of subject. For a category, those with one value. */
export interface ScoreSumRow {
  readonly subject_type: string
  readonly name: string
  readonly type: string
  readonly category: string | null
  readonly count: number
  readonly sum: number
}

/** Sums of scores of the newest traces of a group, of their spans, and of their sessions. */
export function scoreSumsQuery(
  { store, workspace }: Pick<TraceQuery, 'store' | 'workspace'>,
  kind: TraceGroupKind,
  id: string,
  { traces, limit }: { readonly traces: number; readonly limit: number },
): CompiledQuery<ScoreSumRow> {
  const { total, byCodePoint } = searchDialect(store)
  const ofTrace = sql`s.workspace_id = ${workspace} and s.trace_id = t.trace_id and s.trace_id <> ''`
  const ofSession = sql`s.workspace_id = ${workspace} and s.subject_type = 'session'
    and s.subject_id = d.session_id and s.trace_id = ''`
  // Planners must not start with all scores of the workspace.
  const scores = (test: Sql<unknown>) =>
    store.dialect === 'sqlite'
      ? sql`cross join given_scores s on ${test}`
      : sql`cross join lateral (select * from given_scores s where ${test} offset 0) s`
  const columns = sql`s.subject_type, s.name, s.type, s.number,
    case when s.type = 'category' then s.text end as category`
  return sql<ScoreSumRow>`with t as materialized (select trace_id, session_id from traces
      where workspace_id = ${workspace} and ${sql.ref(`${kind}_id`)} = ${id} and started_at is not null
      order by started_at desc, trace_id desc limit ${traces}),
    d as materialized (select distinct session_id from t where session_id is not null)
    select subject_type, name, type, category, count(*) as count, ${total(sql.ref('number'))} as sum from (
      select ${columns} from t ${scores(ofTrace)}
      union all select ${columns} from d ${scores(ofSession)}) scores
    group by subject_type, name, type, category
    order by ${byCodePoint(sql.ref('name'))}, subject_type, type, count(*) desc, ${byCodePoint(sql.ref('category'))}
    limit ${limit}`.compile(store.db)
}
