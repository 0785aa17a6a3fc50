import { CompiledQuery } from 'kysely'
import type { SpanRow } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type CallKeys, maxCallMilliseconds } from './call-queries.ts'
import type { SpanKey } from './queries.ts'

const none = (from: string) => `not exists (select 1 from json_each(${from})`

const insertText = `insert into traces (workspace_id, trace_id, closure_id, closed_at, created_at, updated_at)
  select ?1, value, null, null, ?2, ?2 from json_each(?3)
  where ${none('?3) k cross join traces t on t.workspace_id = ?1 and t.trace_id = k.value')}
    and ${none('?3) k cross join span_logs l on l.workspace_id = ?1 and l.trace_id = k.value')}
    and ${none(`?4) k cross join requests r on r.workspace_id = ?1 and r.span_id = k.value
      and r.span_id is not null`)}
    and ${none(`?5) k cross join spans s on s.workspace_id = ?1 and s.response_id = k.value
      and s.started_at between ?6 and ?7 where s.call is not null`)}`

/**
 * SQLite: inserts the traces of these spans. Inserts none if one of the traces exists, or if there are log records, a
 * request or another report of a call that belongs to one of the spans.
 */
export function insertNewTraces(
  workspace: WorkspaceId,
  spans: readonly SpanKey[],
  calls: readonly CallKeys[],
  now: number,
): CompiledQuery {
  const list = (texts: readonly (string | null)[]) =>
    JSON.stringify([...new Set(texts)].filter((text) => text !== null))
  return CompiledQuery.raw(insertText, [
    workspace,
    now,
    list(spans.map(({ traceId }) => traceId)),
    list(spans.map(({ spanId }) => spanId)),
    list(calls.map(({ responseId }) => responseId)),
    Math.min(...calls.map(({ startedAt }) => startedAt)) - maxCallMilliseconds,
    Math.max(...calls.map(({ endedAt }) => endedAt)),
  ])
}

const spanColumns = [
  'workspace_id',
  'trace_id',
  'span_id',
  'parent_span_id',
  'name',
  'kind',
  'status',
  'started_at',
  'ended_at',
  'request_id',
  'attribute_style',
  'type',
  'tool_name',
  'workflow_id',
  'document',
  'packed',
  'size',
  'digest',
  'call',
  'response_id',
  'shared_request_id',
  'log_events',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof SpanRow)[]

const spanText = `insert into spans (${spanColumns}) values (${spanColumns.map(() => '?')})`

/** SQLite: inserts the span of a new trace. */
export const insertSpan = (row: SpanRow): CompiledQuery =>
  CompiledQuery.raw(
    spanText,
    spanColumns.map((column) => row[column]),
  )
