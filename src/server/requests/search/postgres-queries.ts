import { sql } from 'kysely'
import { facetNumberPattern, type Range } from '../../../engine/search/index.ts'
import { inRanges } from './condition-queries.ts'
import { asRows, beginning, hasPosting, isOneOf, testsOfRows } from './facet-list-queries.ts'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'
import { tsqueryOf } from './words-query.ts'

/**
 * The dialect for pages and counts of few requests. `offset 0` keeps the planner from joining thousands of requests
 * with all rows of a facet, which takes 400 ms.
 */
export const oneByOne = (dialect: SearchDialect): SearchDialect =>
  dialect === postgresSearch ? { ...postgresSearch, hasFacet: hasPosting(sql`offset 0`) } : dialect

/** The dialect whose lists of facets are limited to the search's times, so that merges read less. */
export const withinTimes = (dialect: SearchDialect, ranges: readonly Range[]): SearchDialect =>
  dialect === postgresSearch && ranges.length > 0
    ? {
        ...postgresSearch,
        hasFacet: hasPosting(sql`and ${inRanges(postgresSearch, sql.ref('x.started_at'), ranges)}`),
      }
    : dialect

const facetsIn = (list: Sql<unknown>) =>
  asRows(sql`jsonb_array_elements(${list}::jsonb) as listed (e)`, {
    kind: sql`(e ->> 0)::bigint`,
    key: sql`(e ->> 1)`,
    value: sql`(e ->> 2)`,
    folded: sql`coalesce(e ->> 3, e ->> 2)`,
  })

const facetsOf: SearchDialect['facetsOf'] = (kinds, request = 'r') => {
  const list = facetsIn(sql.ref(`${request}.facets`))
  return [{ ...list, isOfKind: isOneOf(list.facet.kind, kinds) }]
}

export const postgresSearch: SearchDialect = {
  // Without `offset 0`, PostgreSQL reads all texts of the log for a test within an `or`.
  holdsText(workspace, { field, at, text }, isAlternative) {
    const fullText = sql.ref<string>(`p.${field}`)
    const needle = sql<string>`${text}::text`
    const test = {
      anywhere: sql<boolean>`strpos(${fullText}, ${needle}) > 0`,
      start: sql<boolean>`starts_with(${fullText}, ${needle})`,
      end: sql<boolean>`right(${fullText}, char_length(${needle})) = ${needle}`,
    }[at]
    return sql`exists (select 1 from request_payloads p where p.workspace_id = ${workspace}
      and p.request_id = r.id and p.created_at = r.created_at and ${test} ${isAlternative ? sql`offset 0` : sql``})`
  },
  contains: (text, part) => sql`strpos(${text}, ${part}::text) > 0`,
  containsInAnyCase: (text, part) => sql`strpos(lower(${text}), lower(${part}::text)) > 0`,
  facetsOf,
  facetColumns: ['facets'],
  ...testsOfRows(facetsOf, sql`offset 0`),
  facetsIn,
  listHas: null,
  beginning,
  hasFacet: hasPosting(sql``),
  hasWords: (_workspace, words) => sql`r.words @@ ${tsqueryOf(words)}::tsquery`,
  unjoined: (test) => sql`(${test}) is true`,
  number: (value) => (Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::double precision`),
  descending: sql`desc`,
  // A lateral join, because the planner would reverse the order of a plain join.
  joinRequests: (workspace) =>
    sql`cross join lateral (select * from requests where workspace_id = ${workspace} and id = f.request_id limit 1) r`,
  listOfIds: (ids) =>
    sql`select (id #>> '{}')::bigint as request_id from jsonb_array_elements(${JSON.stringify(ids)}::jsonb) ids (id)`,
  listOfTexts: (texts) =>
    sql`select text from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) texts (text)`,
  onTime: null,
  onTimeOf: null,
  facetNumber: (text) =>
    sql`(case when ${text} ~ ${sql.lit(facetNumberPattern)} then (${text})::double precision end)`,
  floor: (value) => sql`floor(${value})::bigint`,
  month: (milliseconds) =>
    sql`(extract(year from to_timestamp((${milliseconds}) / 1000) at time zone 'UTC') * 12
      + extract(month from to_timestamp((${milliseconds}) / 1000) at time zone 'UTC') - 1)::bigint`,
  total: (value) => sql`coalesce(sum(${value})::double precision, 0)`,
  joined: (text) => sql`string_agg(${text}, ',')`,
  byCodePoint: (text) => sql`${text} collate "C"`,
  countOfWords: null,
  fromWords: null,
}
