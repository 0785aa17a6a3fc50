import { type CompiledQuery, sql } from 'kysely'
import { type Sql, scoreText, searchDialect } from '../../requests/index.ts'
import type { TraceDriver } from './choose-driver-queries.ts'
import { fromMatching } from './list-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** The newest matching traces, as a query of ids and facets. */
export const newestMatching = (query: TraceQuery, driver: TraceDriver, limit: number): Sql<unknown> =>
  sql`select t.trace_id, t.session_id, t.facets ${fromMatching(query, driver)}
    order by t.started_at ${searchDialect(query.store).descending}, t.trace_id desc limit ${limit}`

/** As `newestMatching`, for traces with these ids. */
export const tracesWithIds = ({ workspace }: TraceQuery, traceIds: readonly string[]): Sql<unknown> =>
  sql`select trace_id, session_id, facets from traces where workspace_id = ${workspace}
    and trace_id in (${sql.join(traceIds)})`

/** A facet to count. */
interface FacetSpec {
  /** Its position in the call. */
  readonly index: number
  /** The counted values contain this text, whatever the case of its letters; null: all values. */
  readonly contains: string | null
}

export interface ListedFacetSpec extends FacetSpec {
  readonly kind: number
  /** Null: the keys are counted as values. */
  readonly key: string | null
}

export interface ScoreFacetSpec extends FacetSpec {
  /** Null: the names are counted as values. */
  readonly name: string | null
  /** Which scores: those of the traces and their spans, or those of their sessions. */
  readonly of: 'traces' | 'sessions'
}

export interface TraceFacetCount {
  readonly spec: number
  readonly value: string
  readonly traces: number
  /** Number of distinct values of the facet. */
  readonly distinct_values: number
}

/** Counts the values of facets over these traces, most frequent first. */
export function facetCountsQuery(
  query: TraceQuery,
  traces: Sql<unknown>,
  specs: readonly ListedFacetSpec[],
  limit: number,
): CompiledQuery<TraceFacetCount> {
  const { joined, facet } = searchDialect(query.store).facetsIn(sql`t.facets`)
  const specRows = specs.map(
    ({ index, kind, key }) =>
      sql`select ${sql.lit(index)} as spec, ${sql.lit(kind)} as kind, cast(${key} as text) as key`,
  )
  return ranked(
    query,
    sql`select specs.spec, own.trace_id, case when specs.key is null then own.key else own.value end as value
      from (select t.trace_id, ${facet.kind} as kind, ${facet.key} as key, ${facet.value} as value
        from (${traces}) t ${joined}) own
      join (${sql.join(specRows, sql` union all `)}) specs
        on specs.kind = own.kind and (specs.key is null or specs.key = own.key)`,
    specs,
    limit,
  )
}

/** Counts the names, or the categories, yes and no, of the scores of these traces and their spans. */
export function scoreCountsQuery(
  query: TraceQuery,
  traces: Sql<unknown>,
  specs: readonly ScoreFacetSpec[],
  limit: number,
): CompiledQuery<TraceFacetCount> {
  const { store, workspace } = query
  // Planners must not start with all scores of the workspace.
  const scored = (test: Sql) =>
    store.dialect === 'sqlite'
      ? sql`cross join given_scores g on ${test}`
      : sql`cross join lateral (select * from given_scores g where ${test} offset 0) g`
  const ofTrace = sql<boolean>`g.workspace_id = ${workspace} and g.trace_id = t.trace_id and g.trace_id <> ''`
  const ofSession = sql<boolean>`g.workspace_id = ${workspace} and g.subject_type = 'session'
    and g.subject_id = t.session_id and g.trace_id = ''`
  const traceScores = sql`select t.trace_id, g.name, g.type, ${scoreText('g')} as text from matched t ${scored(ofTrace)}`
  const parts = specs.map(({ index, name, of }) => {
    const spec = sql.lit(index)
    if (of === 'sessions')
      return sql`select ${spec} as spec, t.trace_id, g.name as value from matched t ${scored(ofSession)}`
    return name === null
      ? sql`select ${spec} as spec, trace_id, name as value from own`
      : sql`select ${spec} as spec, trace_id, text as value from own
          where name = ${name} and type in ('boolean', 'category')`
  })
  return ranked(
    query,
    sql`select * from (with matched as materialized (${traces}), own as materialized (${traceScores})
      ${sql.join(parts, sql` union all `)}) valued`,
    specs,
    limit,
  )
}

/** The most frequent values of each spec, from rows with a spec, a trace and a value. */
function ranked(
  { store }: TraceQuery,
  rows: Sql<unknown>,
  specs: readonly FacetSpec[],
  limit: number,
): CompiledQuery<TraceFacetCount> {
  const { byCodePoint, containsInAnyCase } = searchDialect(store)
  const conditions = specs.flatMap(({ index, contains }) =>
    contains === null
      ? []
      : [sql<boolean>`(spec <> ${sql.lit(index)} or ${containsInAnyCase(sql`value`, contains)})`],
  )
  return sql<TraceFacetCount>`select spec, value, traces, distinct_values from (
      select spec, value, traces, count(*) over (partition by spec) as distinct_values,
        row_number() over (partition by spec order by traces desc, ${byCodePoint(sql`value`)}) as place
      from (select spec, value, count(distinct trace_id) as traces
        from (${rows}) named where value <> '' group by spec, value
        having ${sql.join([sql`count(*) > 0`, ...conditions], sql` and `)}) counted) ranked
    where place <= ${limit} order by spec, place`.compile(store.db)
}

/** The distinct values under a key, or the keys of a kind, that have a prefix. Each is found by one step along the index. */
export function traceValuesQuery(
  { store, workspace }: Pick<TraceQuery, 'store' | 'workspace'>,
  { kind, key }: { readonly kind: number; readonly key: string | null },
  prefix: string,
  limit: number,
): CompiledQuery<{ value: string }> {
  const column = sql.ref<string>(key === null ? 'key' : 'value')
  const isOfFacet = sql`workspace_id = ${workspace} and kind = ${kind} ${key === null ? sql`` : sql`and key = ${key}`}`
  const text = sql`cast(${prefix} as text)`
  const begins = (value: Sql<string>) => sql`substr(${value}, 1, length(${text})) = ${text}`
  return sql<{ value: string }>`with recursive leap (value) as (
      select (select min(${column}) from trace_facets where ${isOfFacet} and ${column} >= ${text})
      union all
      select (select min(${column}) from trace_facets where ${isOfFacet} and ${column} > leap.value)
      from leap where leap.value is not null and ${begins(sql.ref('leap.value'))})
    select value from leap where value is not null and value <> '' and ${begins(sql.ref('value'))}
    limit ${limit}`.compile(store.db)
}
