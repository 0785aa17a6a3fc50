import { sql } from 'kysely'
import type { TraceExpression, TraceTest } from '../../../engine/analytics/traces/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { kindNumber, maxJoined, rangeOf, type Sql, searchDialect } from '../../requests/index.ts'
import { requestOfSpan, valueNamed } from './value-queries.ts'

export interface Asked {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly filter: TraceExpression
}

/** A filter as a condition on a trace called `t`. It is never null, so that "not" is the exact opposite. */
export function conditionOf(asked: Asked): Sql {
  const { unjoined: apart } = searchDialect(asked.store)
  const isApart = apart !== null && countJoined(asked.filter) > maxJoined
  return written({ ...asked, apart: isApart ? apart : (test) => test }, asked.filter)
}

interface Writing extends Asked {
  readonly apart: (test: Sql) => Sql
}

function written(asked: Writing, expression: TraceExpression): Sql {
  const parts = (of: readonly TraceExpression[]) => of.map((part) => written(asked, part))
  switch (expression.type) {
    case 'all':
      return expression.of.length === 0 ? sql`1 = 1` : sql`(${sql.join(parts(expression.of), sql` and `)})`
    case 'any':
      return expression.of.length === 0 ? sql`1 = 0` : sql`(${sql.join(parts(expression.of), sql` or `)})`
    case 'not':
      return sql`not (${written(asked, expression.of)})`
    case 'some_span':
      return asked.apart(someSpan(asked, expression.of))
    default:
      return testOf(asked, expression)
  }
}

function countJoined(expression: TraceExpression): number {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.reduce((count, part) => count + countJoined(part), 0)
    case 'not':
      return countJoined(expression.of)
    case 'some_span':
      return 1 + countJoined(expression.of)
    default:
      return expression.type === 'facet' ? 1 : 0
  }
}

function someSpan(asked: Writing, expression: TraceExpression): Sql {
  const { workspace } = asked
  const request = asksRequests(expression) ? requestOfSpan(workspace) : sql``
  return sql`exists (select 1 from spans s ${request}
    where s.workspace_id = ${workspace} and s.trace_id = t.trace_id and ${written(asked, expression)})`
}

const ofRequests = new Set<string>([
  'span_cost_usd',
  'span_tokens',
  'span_input_tokens',
  'span_output_tokens',
  'span_model',
  'span_prompt_id',
])

function asksRequests(expression: TraceExpression): boolean {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.some(asksRequests)
    case 'not':
      return asksRequests(expression.of)
    // Its spans are others.
    case 'some_span':
      return false
    case 'facet':
    case 'facet_any':
      return true
    default:
      return ofRequests.has(expression.field)
  }
}

function testOf({ store, workspace, apart }: Writing, test: TraceTest): Sql {
  const dialect = searchDialect(store)
  switch (test.type) {
    case 'number': {
      const column = valueNamed(test.field) as Sql<number>
      return sql`(${column} is not null and ${rangeOf(dialect, column, test.range)})`
    }
    case 'present':
      return sql`${valueNamed(test.field)} is not null`
    case 'value': {
      const column = valueNamed(test.field)
      return sql`(${column} is not null and ${column} in (${sql.join(test.in)}))`
    }
    case 'facet':
      return apart(sql`exists (select 1 from request_facets x where x.workspace_id = ${workspace}
        and x.kind = ${kindNumber(test.kind)} and x.key = ${test.key} and x.value in (${sql.join(test.in)})
        and x.started_at = r.started_at and x.request_id = r.id)`)
    case 'facet_any': {
      const { listed, facet } = dialect.facetsOf
      const under = test.key === null ? sql`` : sql`and ${facet.key} = ${test.key} and ${facet.value} <> ''`
      return sql`exists (select 1 from ${listed} where ${facet.kind} = ${kindNumber(test.kind)} ${under})`
    }
  }
}
