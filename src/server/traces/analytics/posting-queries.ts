import { sql } from 'kysely'
import type { TraceExpression } from '../../../engine/analytics/traces/index.ts'
import { facetText } from '../../../engine/search/index.ts'
import type { Posting, Sql } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { facetNumbers } from '../summaries/facet-numbers.ts'

const spanKinds: Readonly<Partial<Record<string, keyof typeof facetNumbers>>> = {
  span_name: 'span_name',
  span_model: 'model',
  span_tool_name: 'tool',
}

const traceKinds: Readonly<Partial<Record<string, keyof typeof facetNumbers>>> = {
  trace_name: 'name',
  trace_status: 'status',
  trace_session_id: 'session',
  trace_user_id: 'user',
}

/** The list that contains all traces with a span that passes a test; null if no list does. */
export function postingOf(test: TraceExpression): Posting | null {
  if (test.type === 'facet')
    return { kind: facetNumbers[test.kind === 'tags' ? 'tag' : 'metadata'], key: test.key, values: test.in }
  if (test.type === 'all' && test.of.length === 1) return postingOf(test.of[0]!)
  return test.type === 'value' ? posting(spanKinds[test.field], test.in) : null
}

/** The lists of which each contains all matching traces. */
export function postingsOf(expression: TraceExpression): Posting[] {
  switch (expression.type) {
    case 'all':
      return expression.of.flatMap(postingsOf)
    case 'any':
      return expression.of.length === 1 ? postingsOf(expression.of[0]!) : []
    case 'some_span':
      return postingOf(expression.of) ? [postingOf(expression.of)!] : []
    case 'value': {
      const kindPosting = posting(traceKinds[expression.field], expression.in)
      return kindPosting ? [kindPosting] : []
    }
    default:
      return []
  }
}

const posting = (kind: keyof typeof facetNumbers | undefined, values: readonly string[]): Posting | null =>
  kind === undefined
    ? null
    : { kind: facetNumbers[kind], key: '', values: [...new Set(values.map(facetText))] }

/** A condition: trace `t` is in the list. */
export const hasPosting = (workspace: WorkspaceId, { kind, key, values }: Posting): Sql =>
  sql`exists (select 1 from trace_facets x where x.workspace_id = ${workspace} and x.kind = ${kind}
    and x.key = ${key} and x.value in (${sql.join(values)})
    and x.started_at = t.started_at and x.trace_id = t.trace_id)`
