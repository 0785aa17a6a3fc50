import { sql } from 'kysely'
import type {
  TraceExpression,
  TraceGroupField,
  TraceLevel,
  TraceMetricField,
} from '../../../engine/analytics/traces/index.ts'
import { countedPrice, rangeOf, type Sql, searchDialect } from '../../requests/index.ts'
import { conditionOf, type TraceSearch } from './condition-queries.ts'
import { requestOfSpan, spanEnd, spanValues, unpricedOf, valueNamed } from './value-queries.ts'

/** Costly columns of a trace, joined only if a field needs them. */
interface TraceNeeds {
  readonly usage: boolean
  readonly name: boolean
  readonly depth: boolean
}

const usageFields = new Set<string>([
  'trace_total_cost_usd',
  'trace_total_tokens',
  'trace_input_tokens',
  'trace_output_tokens',
])

const needsOf = (fields: readonly string[]): TraceNeeds => ({
  usage: fields.some((field) => usageFields.has(field)),
  name: fields.includes('trace_name'),
  depth: fields.includes('trace_depth'),
})

function fieldsOf(expression: TraceExpression): string[] {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.flatMap(fieldsOf)
    case 'not':
    case 'some_span':
      return fieldsOf(expression.of)
    case 'facet':
    case 'facet_any':
    case 'score':
    case 'score_text':
      return []
    default:
      return [expression.field]
  }
}

/** Matching traces as `(...) t`, with the columns that the fields need. */
export function tracesFound(search: TraceSearch, fields: readonly string[]): Sql<unknown> {
  const ofFilter = fieldsOf(search.filter)
  const isLean = ![...fields, ...ofFilter].some((field) => field.startsWith('trace_') && field !== 'trace_id')
  const traces = isLean ? candidatesOf(search) : describedTraces(search, needsOf([...fields, ...ofFilter]))
  return sql`(select t.* from (${traces}) t where ${conditionOf(search)}) t`
}

/** One row per candidate trace. */
function describedTraces(search: TraceSearch, needs: TraceNeeds): Sql<unknown> {
  const { store, workspace } = search
  const { total, byCodePoint } = searchDialect(store)
  const isPriced = sql`r.price_source in ('given', 'computed')`
  // Null if a trace has requests but no known price.
  const sums = sql`case when count(r.id) > 0 and count(case when ${isPriced} then 1 end) = 0 then null
      else ${total(countedPrice)} end as cost,
    count(case when not (${isPriced}) then 1 end) as unpriced, ${total(sql`r.input_tokens`)} as input_tokens,
    ${total(sql`r.output_tokens`)} as output_tokens,`
  const first = sql`(select n.name from spans n where n.workspace_id = ${workspace} and n.trace_id = g.trace_id
    order by case when n.parent_span_id is null then 0 else 1 end, n.started_at, ${byCodePoint(sql`n.span_id`)} limit 1) as name,`
  const depths = sql`left join (${depthsOf(search)}) d on d.trace_id = g.trace_id`
  return sql`select g.trace_id, g.started_at, g.ended_at - g.started_at as duration_ms, g.span_count,
      ${needs.usage ? sql`g.cost, g.unpriced, g.input_tokens, g.output_tokens,` : sql``}
      ${needs.name ? first : sql``}
      ${needs.depth ? sql`coalesce(d.depth, 0) as depth,` : sql``}
      case g.worst when 2 then 'ERROR' when 1 then 'OK' else 'UNSET' end as status
    from (select s.trace_id, min(s.started_at) as started_at, max(${spanEnd}) as ended_at, count(*) as span_count,
        ${needs.usage ? sums : sql``}
        max(case s.status when 'ERROR' then 2 when 'OK' then 1 else 0 end) as worst
      from (${candidatesOf(search)}) c cross join spans s ${needs.usage ? requestOfSpan(workspace) : sql``}
      where s.workspace_id = ${workspace} and s.trace_id = c.trace_id ${inTime(search, sql`s.span_id`)}
      group by s.trace_id) g
    ${needs.depth ? depths : sql``}`
}

const inTime = ({ store }: TraceSearch, column: Sql<unknown>): Sql<unknown> => {
  const { onTimeOf } = searchDialect(store)
  return onTimeOf ? sql`and ${onTimeOf(column)} = 1` : sql``
}

/**
 * Depth of each trace: levels below its root spans. Each span has one parent, so the recursion visits a span
 * once; cycles have no root and are skipped.
 */
function depthsOf(search: TraceSearch): Sql<unknown> {
  const { workspace } = search
  return sql`with recursive levels (trace_id, span_id, level) as (
      select s.trace_id, s.span_id, 1 from (${candidatesOf(search)}) c cross join spans s
      where s.workspace_id = ${workspace} and s.trace_id = c.trace_id and (s.parent_span_id is null or not exists (
        select 1 from spans p where p.workspace_id = ${workspace} and p.trace_id = s.trace_id
          and p.span_id = s.parent_span_id))
      union all
      select s.trace_id, s.span_id, levels.level + 1 from levels cross join spans s
      where s.workspace_id = ${workspace} and s.trace_id = levels.trace_id and s.parent_span_id = levels.span_id
        ${inTime(search, sql`s.span_id`)})
    select trace_id, max(level) as depth from levels group by trace_id`
}

/** Ids of traces that can match: by trace id, by span times, or all. */
function candidatesOf({ store, workspace, filter }: TraceSearch): Sql<unknown> {
  const tests = requiredTests(filter)
  for (const test of tests)
    if (test.type === 'value' && test.field === 'trace_id')
      return sql`select trace_id from traces where workspace_id = ${workspace} and trace_id in (${sql.join(test.in)})`
  for (const field of ['trace_start_time', 'span_start_time'] as const) {
    const ranges = tests.flatMap((test) =>
      test.type === 'number' && test.field === field ? [test.range] : [],
    )
    // Several ranges may apply to different spans, so only the first is used.
    const bounds = (field === 'span_start_time' ? ranges.slice(0, 1) : ranges).map((range) =>
      rangeOf(searchDialect(store), sql`started_at`, range),
    )
    if (bounds.length > 0)
      return sql`select distinct trace_id from spans where workspace_id = ${workspace} and ${sql.join(bounds, sql` and `)}`
  }
  return sql`select trace_id from traces where workspace_id = ${workspace}`
}

/** Tests that every matching trace, or one of its spans, must pass. */
function requiredTests(expression: TraceExpression): readonly TraceExpression[] {
  if (expression.type === 'all') return expression.of.flatMap(requiredTests)
  if (expression.type === 'any') return expression.of.length === 1 ? requiredTests(expression.of[0]!) : []
  if (expression.type === 'some_span') return requiredTests(expression.of)
  return expression.type === 'not' ? [] : [expression]
}

/** Groups with several values per trace: the values of its spans. */
const listedBySpans: Partial<Record<TraceGroupField, Sql<unknown>>> = {
  trace_models_used: spanValues.span_model,
  trace_prompt_ids: spanValues.span_prompt_id,
  trace_workflow_ids: spanValues.span_workflow_id,
  trace_tool_names: spanValues.span_tool_name,
}

const cut = (name: Sql<unknown>): Sql<unknown> => sql`substr(${name}, 1, 200)`

/**
 * The rows `c` that a chart counts: numbers by field name, groups as g0, g1 and so on. Rows without a group
 * are left out; a trace with several values repeats.
 */
export function countedRows(
  search: TraceSearch,
  level: TraceLevel,
  numbers: readonly TraceMetricField[],
  groups: readonly TraceGroupField[],
): Sql<unknown> {
  const { workspace } = search
  const columns = [...new Set(numbers)].map((field) => sql`${valueNamed(field)} as ${sql.ref(field)}`)
  const costs = numbers.flatMap((field) => (isCost(field) ? [sql`${unpricedOf[field]} as unpriced`] : []))
  const names = groups.map((field, index) => {
    const name = listedBySpans[field] ? sql.ref(`l${index}.name`) : cut(valueNamed(field))
    return sql`${name} as ${sql.ref(`g${index}`)}`
  })
  const lists = groups.flatMap((field, index) => {
    const listed = listedBySpans[field]
    return listed
      ? [
          sql`join (${valuesOfTraces(search, listed)}) ${sql.ref(`l${index}`)}
      on ${sql.ref(`l${index}.trace_id`)} = t.trace_id`,
        ]
      : []
  })
  const spans = sql`cross join spans s ${requestOfSpan(workspace)}
    where s.workspace_id = ${workspace} and s.trace_id = t.trace_id ${inTime(search, sql`s.span_id`)}`
  const at = level === 'trace' ? [sql`t.started_at as at`] : []
  const found = tracesFound(search, level === 'trace' ? ['trace_start_time', ...numbers, ...groups] : [])
  const rows = sql`select 1 as one${sql.join(
    [...at, ...columns, ...costs.slice(0, 1), ...names].map((column) => sql`, ${column}`),
    sql``,
  )} from ${found} ${sql.join(lists, sql` `)} ${level === 'span' ? spans : sql``}`
  const isWhole = groups.map((_, index) => sql`${sql.ref(`g${index}`)} is not null`)
  return sql`(select * from (${rows}) every_row where ${sql.join([sql`1 = 1`, ...isWhole], sql` and `)}) c`
}

export const isCost = (field: TraceMetricField | null): field is keyof typeof unpricedOf =>
  field !== null && field in unpricedOf

/** Distinct values of each trace's spans. */
const valuesOfTraces = (search: TraceSearch, value: Sql<unknown>): Sql<unknown> =>
  sql`select distinct s.trace_id, ${cut(value)} as name from (${candidatesOf(search)}) c cross join spans s
    ${requestOfSpan(search.workspace)} where s.workspace_id = ${search.workspace} and s.trace_id = c.trace_id
      and ${value} is not null ${inTime(search, sql`s.span_id`)}`
