import { type CompiledQuery, sql } from 'kysely'
import type { FacetField } from '../../../contract/index.ts'
import type { Source } from '../../../engine/analytics/index.ts'
import { joinEach } from '../../db/index.ts'
import { summandsOf } from '../analytics/summand-queries.ts'
import { kindNumber } from '../facet-entries.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { searchDialect } from '../search/dialect.ts'
import { facetColumnsOf } from '../search/facet-list-queries.ts'
import { scoreText } from '../search/score-value-queries.ts'
import type { Search } from '../search/search.ts'
import type { Sql } from '../search/search-dialect-queries.ts'

/** A facet to count. `index` is its position in the call. */
export interface FacetSpec {
  readonly index: number
  readonly field: FacetField
  /** The stored text of a metadata key, or the name of a score; empty for other fields. */
  readonly key: string
  /** The counted values contain this text, whatever the case of its letters. */
  readonly contains?: string
  /** The counted values; absent: all. */
  readonly among?: readonly string[]
}

export interface FacetCount {
  readonly facet: number
  readonly value: string
  readonly requests: number
  /** Number of distinct values of the facet. */
  readonly different: number
}

/** Fields that are columns of a request. Except for the label, the hourly sums have them too. */
const columns: Partial<Record<FacetField, string>> = {
  status: 'status',
  source: 'source',
  engine: 'model',
  provider_type: 'provider',
  prompt_id: 'prompt_id',
  error_type: 'error_type',
  prompt_label: 'prompt_label',
}

export const isOfScores = (field: FacetField): boolean => field === 'score_names' || field === 'score_values'

/** True if the field is a column, so that a request has one value of it. */
export const isOfColumn = ({ field }: FacetSpec): boolean => field in columns

/** True if the hourly sums have the field. */
export const isOfHours = (spec: FacetSpec): boolean => isOfColumn(spec) && spec.field !== 'prompt_label'

/** Counts the most frequent values of each facet among the requests of `sample`. */
export function sampleQuery(
  search: Search,
  sample: Sql<unknown>,
  specs: readonly FacetSpec[],
  limit: number,
): CompiledQuery<FacetCount> {
  const { store, workspace } = search
  const dialect = searchDialect(store)
  const isKeyed = specs.some(({ field }) => !(field in columns) && !isOfScores(field))
  const entries = isKeyed
    ? sql.join(
        dialect.facetsOf(['tags', 'tool_names', 'metadata']).map((list) => {
          const { kind, key, value } = list.facet
          return sql`select r.id, ${kind} as kind, ${key} as key, ${value} as value
            from sample r ${dialect.joinFacets(list)} where ${list.isOfKind}`
        }),
        sql` union all `,
      )
    : sql`select 0 as id, 0 as kind, '' as key, '' as value where 1 = 0`
  const parts = specs.map(({ index, field, key }) => {
    const name = sql.lit(index)
    const column = columns[field]
    if (column)
      return sql`select ${name} as facet, cast(${sql.ref(column)} as text) as value, 1 as requests from sample
        where ${sql.ref(column)} is not null`
    if (field === 'score_names')
      return sql`select ${name} as facet, value, 1 as requests from (
        select r.id, s.name as value from sample r
          ${joinEach(store.dialect, 's', sql`request_scores s where s.workspace_id = ${workspace} and s.request_id = r.id`)}
        union select r.id, g.name from sample r
          ${givenScores(search, sql`1 = 1`)}) named`
    if (field === 'score_values')
      return sql`select ${name} as facet, value, 1 as requests from (
        select distinct r.id, ${scoreText('g')} as value from sample r
          ${givenScores(search, sql`g.name = ${key} and g.type in ('boolean', 'category')`)}) valued`
    if (field === 'metadata_keys')
      return sql`select distinct ${name} as facet, key as value, 1 as requests, id from entries
        where kind = ${sql.lit(kindNumber('metadata'))}`
    const kind = sql.lit(kindNumber(field as 'tags' | 'tool_names' | 'metadata'))
    return sql`select ${name} as facet, value, 1 as requests from entries
      where kind = ${kind} and key = ${key} and value <> ''`
  })
  return sql<FacetCount>`with sample as materialized (
      select r.id, r.status, r.feature as source, r.model, r.provider, r.prompt_id, r.prompt_label, r.error_type,
        ${facetColumnsOf(dialect)}
      ${sample}),
    entries as materialized (${entries})
    ${rankedValues(search, specs, parts, limit)}`.compile(store.db)
}

/** Joins request `r` with its given scores `g`. */
const givenScores = ({ store, workspace }: Search, test: Sql): Sql<unknown> =>
  joinEach(
    store.dialect,
    'g',
    sql`given_scores g where g.workspace_id = ${workspace} and g.subject_type = 'request'
      and g.subject_id = cast(r.id as text) and g.trace_id = '' and ${test}`,
  )

/** A `from` of requests with these ids. */
export function fromIds({ store, workspace }: Search, ids: readonly number[]): Sql<unknown> {
  const dialect = searchDialect(store)
  return sql`from (${dialect.listOfIds(ids)}) f ${dialect.joinRequests(workspace)}`
}

/** Counts the most frequent values of each facet among all matching requests, from the hourly sums. */
export function hoursQuery(
  search: Search,
  source: Source,
  driver: Driver,
  specs: readonly FacetSpec[],
  limit: number,
): CompiledQuery<FacetCount> {
  const { total } = searchDialect(search.store)
  const parts = specs.map(({ index, field }) => {
    const column = sql.ref(columns[field]!)
    return sql`select ${sql.lit(index)} as facet, cast(${column} as text) as value, requests from sums
      where ${column} is not null`
  })
  return sql<FacetCount>`with sums as materialized (
      select provider, model, prompt_id, source, status, error_type, ${total(sql.ref('c.requests'))} as requests
      from (${summandsOf(search, source, driver)}) c group by provider, model, prompt_id, source, status, error_type)
    ${rankedValues(search, specs, [...parts, sql`select -1 as facet, cast('' as text) as value, requests from sums`], limit)}`.compile(
    search.store.db,
  )
}

function rankedValues(
  { store }: Search,
  specs: readonly FacetSpec[],
  parts: readonly Sql<unknown>[],
  limit: number,
): Sql<FacetCount> {
  const dialect = searchDialect(store)
  const { total, byCodePoint } = dialect
  const conditions = specs.flatMap(({ index, contains, among }) => [
    ...(contains === undefined
      ? []
      : [
          sql<boolean>`(facet <> ${sql.lit(index)} or ${dialect.containsInAnyCase(sql.ref('value'), contains)})`,
        ]),
    ...(among === undefined ? [] : [sql<boolean>`(facet <> ${sql.lit(index)} or ${isAmong(among)})`]),
  ])
  const requests = total(sql.ref('requests'))
  return sql<FacetCount>`select facet, value, requests, different from (
      select facet, value, ${requests} as requests, count(*) over (partition by facet) as different,
        row_number() over (partition by facet order by ${requests} desc, ${byCodePoint(sql.ref('value'))}) as position
      from (${sql.join(
        parts.map((part) => sql`select facet, value, requests from (${part}) part`),
        sql` union all `,
      )}) counted
      group by facet, value having ${sql.join([sql`${requests} > 0`, ...conditions], sql` and `)}) ranked
    where position <= ${limit} order by facet, position`
}

const isAmong = (values: readonly string[]): Sql =>
  values.length === 0 ? sql`1 = 0` : sql`value in (${sql.join(values)})`
