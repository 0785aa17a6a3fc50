import { sql } from 'kysely'
import type {
  TraceExpression,
  TraceNumberField,
  TraceTest,
  TraceTextField,
} from '../../../engine/analytics/traces/index.ts'
import { facetText } from '../../../engine/search/index.ts'
import {
  kindNumber,
  rangeOf,
  type SearchedStore,
  type Sql,
  scoreContains,
  scoreText,
  searchDialect,
} from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { facetNumbers } from '../summaries/facet-numbers.ts'
import { hasPosting, postingOf } from './posting-queries.ts'
import { columnNamed, requestOfSpan, stateSql } from './value-queries.ts'

export interface TraceSearch {
  readonly store: SearchedStore
  readonly workspace: WorkspaceId
  readonly filter: TraceExpression
  readonly now: number
  /** True if tests look up the spans and scores of one trace after the other, so that the query can stop early. */
  readonly isOneByOne?: boolean
}

/** A filter as a condition on the row `t` of a trace. The condition is never null, so that `not` is its exact opposite. */
export function conditionOf(search: TraceSearch, expression = search.filter): Sql {
  const parts = (expressions: readonly TraceExpression[]) =>
    expressions.map((part) => conditionOf(search, part))
  switch (expression.type) {
    case 'all':
      return expression.of.length === 0 ? sql`1 = 1` : sql`(${sql.join(parts(expression.of), sql` and `)})`
    case 'any':
      return expression.of.length === 0 ? sql`1 = 0` : sql`(${sql.join(parts(expression.of), sql` or `)})`
    case 'not':
      return sql`not (${conditionOf(search, expression.of)})`
    case 'some_span':
      return unjoined(search, rowFacetTest(search, expression.of) ?? someSpan(search, expression.of))
    default:
      return testOf(search, expression)
  }
}

/**
 * Keeps PostgreSQL from joining the list of a facet. It estimates the list at a thousandth of its length, because it
 * takes kinds, keys and values for independent.
 */
const unjoined = ({ store }: TraceSearch, test: Sql): Sql => searchDialect(store).unjoined?.(test) ?? test

/** A test of any span by the facets of the trace; null if the facets lack the property. */
function rowFacetTest({ store, workspace }: TraceSearch, test: TraceExpression): Sql | null {
  const posting = postingOf(test)
  const { facetsIn, listHas } = searchDialect(store)
  if (posting) return listHas?.(sql`t.facets`, posting) ?? hasPosting(workspace, posting)
  if (test.type !== 'facet_any') return null
  const { facet, some } = facetsIn(sql`t.facets`)
  const underKey = test.key === null ? sql`` : sql`and ${facet.key} = ${test.key} and ${facet.value} <> ''`
  const kind = facetNumbers[test.kind === 'tags' ? 'tag' : 'metadata']
  return some(sql`${facet.kind} = ${kind} ${underKey}`)
}

function someSpan(search: TraceSearch, expression: TraceExpression): Sql {
  const { workspace } = search
  const request = readsRequests(expression) ? requestOfSpan(workspace) : sql``
  return sql`exists (select 1 from spans s ${request}
    where s.workspace_id = ${workspace} and s.trace_id = t.trace_id and ${conditionOf(search, expression)} ${fence(search)})`
}

/** Without `offset 0`, PostgreSQL may read the spans or scores of all traces before it tests the first one. */
const fence = ({ store, isOneByOne }: TraceSearch): Sql<unknown> =>
  isOneByOne && store.dialect === 'postgres' ? sql`offset 0` : sql``

const requestFields = new Set<string>([
  'span_cost_usd',
  'span_tokens',
  'span_input_tokens',
  'span_output_tokens',
  'span_model',
  'span_prompt_id',
])

function readsRequests(expression: TraceExpression): boolean {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.some(readsRequests)
    case 'not':
      return readsRequests(expression.of)
    // A nested `some_span` joins its requests itself.
    case 'some_span':
      return false
    case 'score':
    case 'score_text':
    case 'score_words':
      return false
    case 'facet':
    case 'facet_any':
      return true
    default:
      return requestFields.has(expression.field)
  }
}

/** True if the filter tests spans or scores of a trace. */
export function readsOtherTables(expression: TraceExpression): boolean {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.some(readsOtherTables)
    case 'not':
      return readsOtherTables(expression.of)
    default:
      return ['some_span', 'score', 'score_text', 'score_words'].includes(expression.type)
  }
}

/** Fields whose long values are stored as facet texts. */
const shortenedFields = new Set<string>(['trace_session_id', 'trace_user_id'])

function testOf(search: TraceSearch, test: TraceTest): Sql {
  const { store, workspace } = search
  const dialect = searchDialect(store)
  switch (test.type) {
    case 'number': {
      const column = columnOf(search, test.field) as Sql<number>
      const range = rangeOf(dialect, column, test.range)
      // A depth is never null, and computing it again takes long.
      return test.field === 'trace_depth' ? range : sql`(${column} is not null and ${range})`
    }
    case 'present':
      return sql`${columnOf(search, test.field)} is not null`
    case 'value': {
      const column = columnOf(search, test.field)
      const texts = shortenedFields.has(test.field) ? test.in.map(facetText) : test.in
      return sql`(${column} is not null and ${column} in (${sql.join(texts)}))`
    }
    case 'score': {
      const nameFilter = test.name === null ? sql`` : sql`and g.name = ${test.name}`
      const inRange =
        test.range === null
          ? sql``
          : sql`and g.number is not null and ${rangeOf(dialect, sql`g.number`, test.range)}`
      return sql`exists (${scoresOf(workspace)} ${nameFilter} ${inRange} ${fence(search)})`
    }
    case 'score_text':
      return sql`exists (${scoresOf(workspace)} and g.name = ${test.name} and ${scoreText('g')} in (${sql.join(test.in)}) ${fence(search)})`
    case 'score_words': {
      const contains = scoreContains(dialect, test)
      return sql`(exists (${scoresOf(workspace)} and ${contains} ${fence(search)})
        or exists (select 1 from given_scores g where g.workspace_id = ${workspace} and g.subject_type = 'session'
          and g.subject_id = t.session_id and g.trace_id = '' and ${contains} ${fence(search)}))`
    }
    case 'facet':
      return unjoined(
        search,
        sql`exists (select 1 from request_facets x where x.workspace_id = ${workspace}
        and x.kind = ${kindNumber(test.kind)} and x.key = ${test.key} and x.value in (${sql.join(test.in)})
        and x.started_at = r.started_at and x.request_id = r.id)`,
      )
    case 'facet_any': {
      return dialect.someFacet(test.kind, ({ key, value }) =>
        test.key === null ? sql`1 = 1` : sql`${key} = ${test.key} and ${value} <> ''`,
      )
    }
  }
}

/** The scores of trace `t` and of its spans. */
const scoresOf = (workspace: WorkspaceId): Sql<unknown> =>
  sql`select 1 from given_scores g where g.workspace_id = ${workspace} and g.trace_id = t.trace_id
    and g.trace_id <> ''`

const columnOf = (
  { store, workspace, now }: TraceSearch,
  field: TraceNumberField | TraceTextField,
): Sql<unknown> => (field === 'trace_state' ? stateSql(now) : columnNamed(store, workspace, field))
