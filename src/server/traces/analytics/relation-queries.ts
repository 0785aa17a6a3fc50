import { sql } from 'kysely'
import type {
  TraceExpression,
  TraceGroupField,
  TraceLevel,
  TraceMeasureField,
  TraceMetricField,
} from '../../../engine/analytics/traces/index.ts'
import { rangeOf, type Sql, searchDialect } from '../../requests/index.ts'
import type { TraceDriver } from '../list/choose-driver-queries.ts'
import { fromMatching } from '../list/list-queries.ts'
import type { TraceQuery } from '../list/trace-query.ts'
import { columnNamed, requestOfSpan, spanValues, unpricedOf } from './value-queries.ts'

/** The matching traces as `(...) t`. */
const matchingTraces = (query: TraceQuery, driver: TraceDriver): Sql<unknown> =>
  sql`(select t.* ${fromMatching(query, driver)} ${inSpanTimeRange(query)}) t`

/** Limits the traces by an index, if each must have a span in a range of times. */
function inSpanTimeRange({ store, workspace, filter }: TraceQuery): Sql<unknown> {
  const test = requiredTests(filter).find(
    (each) => each.type === 'number' && each.field === 'span_start_time',
  )
  if (test?.type !== 'number') return sql``
  const range = rangeOf(searchDialect(store), sql`started_at`, test.range)
  // SQLite would read all spans in the order of their traces for `distinct`, which a list of `in` does not need.
  const distinct = store.dialect === 'sqlite' ? sql`` : sql`distinct`
  return sql`and t.trace_id in (select ${distinct} trace_id from spans where workspace_id = ${workspace} and ${range})`
}

const isOnTime = ({ store }: TraceQuery, column: Sql<unknown>): Sql<unknown> => {
  const { onTimeOf } = searchDialect(store)
  return onTimeOf ? sql`and ${onTimeOf(column)} = 1` : sql``
}

/** The tests that each matching trace, or one of its spans, must pass. */
function requiredTests(expression: TraceExpression): readonly TraceExpression[] {
  if (expression.type === 'all') return expression.of.flatMap(requiredTests)
  if (expression.type === 'any') return expression.of.length === 1 ? requiredTests(expression.of[0]!) : []
  if (expression.type === 'some_span') return requiredTests(expression.of)
  return expression.type === 'not' ? [] : [expression]
}

/** Groups of which a trace may have several values, from its spans. */
const listedBySpans: Partial<Record<TraceGroupField, Sql<unknown>>> = {
  trace_models_used: spanValues.span_model,
  trace_prompt_ids: spanValues.span_prompt_id,
  trace_workflow_ids: spanValues.span_workflow_id,
  trace_tool_names: spanValues.span_tool_name,
}

const shortened = ({ store }: TraceQuery, name: Sql<unknown>): Sql<unknown> =>
  searchDialect(store).beginning(name, 200)

/**
 * The rows `c` that a chart counts: numbers by the name of the field, and groups as g0, g1 and so on. A row without a
 * group is left out; a trace with several values is repeated.
 */
export function countedRows(
  query: TraceQuery,
  driver: TraceDriver,
  level: TraceLevel,
  numbers: readonly TraceMetricField[],
  groups: readonly TraceGroupField[],
): Sql<unknown> {
  if (level === 'session') return matchingSessions(query, driver)
  return rowsOfTraces(query, driver, level, numbers, groups)
}

/** The sessions of matching traces, each with its last trace. */
const matchingSessions = (query: TraceQuery, driver: TraceDriver): Sql<unknown> =>
  sql`(select 1 as one, max(t.started_at) as at, t.session_id as subject from ${matchingTraces(query, driver)}
    where t.session_id is not null group by t.session_id) c`

function rowsOfTraces(
  query: TraceQuery,
  driver: TraceDriver,
  level: TraceLevel,
  numbers: readonly TraceMetricField[],
  groups: readonly TraceGroupField[],
): Sql<unknown> {
  const { store, workspace } = query
  const traces = matchingTraces(query, driver)
  const columns = [...new Set(numbers)].map(
    (field) => sql`${columnNamed(store, workspace, field)} as ${sql.ref(field)}`,
  )
  const costs = numbers.flatMap((field) => (isCost(field) ? [sql`${unpricedOf[field]} as unpriced`] : []))
  const names = groups.map((field, index) => {
    const name = listedBySpans[field]
      ? sql.ref(`l${index}.name`)
      : shortened(query, columnNamed(store, workspace, field))
    return sql`${name} as ${sql.ref(`g${index}`)}`
  })
  const lists = groups.flatMap((field, index) => {
    const listed = listedBySpans[field]
    return listed
      ? [
          sql`join (${valuesOfTraces(query, traces, listed)}) ${sql.ref(`l${index}`)}
      on ${sql.ref(`l${index}.trace_id`)} = t.trace_id`,
        ]
      : []
  })
  const spans = sql`cross join spans s ${requestOfSpan(workspace)}
    where s.workspace_id = ${workspace} and s.trace_id = t.trace_id ${isOnTime(query, sql`s.span_id`)}`
  const startColumns = level === 'trace' ? [sql`t.started_at as at`, sql`t.trace_id as subject`] : []
  const rows = sql`select 1 as one${sql.join(
    [...startColumns, ...columns, ...costs.slice(0, 1), ...names].map((column) => sql`, ${column}`),
    sql``,
  )} from ${traces} ${sql.join(lists, sql` `)} ${level === 'span' ? spans : sql``}`
  const hasGroup = groups.map((_, index) => sql`${sql.ref(`g${index}`)} is not null`)
  return sql`(select * from (${rows}) every_row where ${sql.join([sql`1 = 1`, ...hasGroup], sql` and `)}) c`
}

export const isCost = (field: TraceMeasureField | null): field is keyof typeof unpricedOf =>
  field !== null && field in unpricedOf

/** The distinct values of each trace's spans. */
const valuesOfTraces = (query: TraceQuery, traces: Sql<unknown>, value: Sql<unknown>): Sql<unknown> =>
  sql`select distinct s.trace_id, ${shortened(query, value)} as name from ${traces} cross join spans s
    ${requestOfSpan(query.workspace)} where s.workspace_id = ${query.workspace} and s.trace_id = t.trace_id
      and ${value} is not null ${isOnTime(query, sql`s.span_id`)}`
