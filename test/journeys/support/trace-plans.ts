import type { CompiledQuery } from 'kysely'
import type { TraceGroupField, TraceMetricField } from '../../../src/engine/analytics/traces/index.ts'
import { bucketingOf } from '../../../src/server/requests/index.ts'
import { measureQuery, timeBucket } from '../../../src/server/traces/analytics/chart-queries.ts'
import { countedRows } from '../../../src/server/traces/analytics/relation-queries.ts'
import { traceQuery } from '../../../src/server/traces/list/trace-query.ts'
import type { WorkspaceId } from '../../../src/server/workspace-id.ts'
import type { TestApp } from '../../kit/app.ts'

const filters = (...all: object[]) => ({ filters: all })
const recently = { field: 'trace_start_time', operator: 'after', value: '2026-11-20' }

/** Counts of traces by day, as the charts above the lists have them; `filter` may limit them to those of sessions. */
export function countByDayQuery({ context: { store } }: TestApp, ...all: object[]): CompiledQuery {
  const workspace = 1 as WorkspaceId
  const query = traceQuery(store, workspace, { filter_group: filters(...all) }, { now: 0 })
  const rows = countedRows(query, { by: 'order', isWalk: false }, 'trace', [], [])
  const bucket = timeBucket(store, bucketingOf({ start: 0, end: 30 * 86_400_000 }, 'Europe/Berlin', 'day'))
  const measure = {
    key: 'value',
    label: '',
    metric: 'count',
    field: null,
    unit: 'count',
    percent: 95,
    score: null,
  } as const
  return measureQuery(
    { store, rows, groups: 0, scored: { workspace, subject: 'trace' }, bucket },
    measure,
    [],
  )
}

/** Queries of charts, each with a text that its plan must contain. */
export function chartQueries(
  { context: { store } }: TestApp,
  workspace = 1 as WorkspaceId,
): readonly [string, CompiledQuery][] {
  const chartQuery = (
    filter: object | null,
    level: 'trace' | 'span',
    field: TraceMetricField | 'score',
    groups: readonly TraceGroupField[] = [],
  ) => {
    const query = traceQuery(store, workspace, { filter_group: filter }, { now: 0 })
    const rows = countedRows(
      query,
      { by: 'order', isWalk: false },
      level,
      field === 'score' ? [] : [field],
      groups,
    )
    const measure = {
      key: 'value',
      label: '',
      metric: 'percentile',
      field,
      unit: 'number',
      percent: 95,
      score: { name: 'quality', value: null },
    } as const
    const scored = { workspace, subject: 'trace' } as const
    return measureQuery({ store, rows, groups: groups.length, scored, bucket: null }, measure, [])
  }
  return [
    ['durations of all', chartQuery(null, 'trace', 'trace_duration_ms')],
    ['costs since a time', chartQuery(filters(recently), 'trace', 'trace_total_cost_usd')],
    ['depths since a time', chartQuery(filters(recently), 'trace', 'trace_depth', ['trace_name'])],
    ['models of all', chartQuery(null, 'trace', 'trace_duration_ms', ['trace_models_used'])],
    [
      'spans of traces with a span that failed and has a tag',
      chartQuery(
        {
          logic: 'SPAN_AND',
          filters: [
            { field: 'span_status', operator: 'is', value: 'ERROR' },
            { field: 'tags', operator: 'contains', value: 'a' },
          ],
        },
        'span',
        'span_duration_ms',
        ['span_tool_name'],
      ),
    ],
    [
      'durations of traces with a span since a time',
      chartQuery(filters({ ...recently, field: 'span_start_time' }), 'trace', 'trace_duration_ms'),
    ],
    ['scores of all', chartQuery(null, 'trace', 'score')],
  ]
}
