import type { TraceState } from '../../../contract/index.ts'
import type { Store } from '../../db/index.ts'
import { isoTime } from '../../http/iso-time.ts'
import { presentGiven } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { scoresOfTraces } from '../scores/queries.ts'
import { facetNumbers, type StoredFacet } from '../summaries/facet-numbers.ts'
import { type ListedTrace, listTraces } from './list-queries.ts'

function presentListed(row: ListedTrace, scores: readonly Parameters<typeof presentGiven>[0][]) {
  const facets = JSON.parse(row.facets) as StoredFacet[]
  const valuesOf = (kind: keyof typeof facetNumbers) =>
    facets.flatMap(([number, , value]) => (number === facetNumbers[kind] ? [value] : []))
  return {
    trace_id: row.trace_id,
    name: row.name ?? '',
    status: row.status as 'UNSET' | 'OK' | 'ERROR',
    state: row.state as TraceState,
    started_at: isoTime(row.started_at!),
    ended_at: isoTime(row.ended_at!),
    duration_ms: row.duration_ms!,
    span_count: row.span_count,
    error_count: row.error_count,
    request_count: row.request_count,
    cost: row.cost,
    cost_is_whole: row.unpriced === 0,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    models: valuesOf('model'),
    tools: valuesOf('tool'),
    tags: valuesOf('tag'),
    metadata: facets.flatMap(([kind, key, value]) =>
      kind === facetNumbers.metadata ? [{ key, value }] : [],
    ),
    scores: scores.map(presentGiven),
    session_id: row.session_id,
    user_id: row.user_id,
  }
}

/** Presents these traces in their order. */
export async function presentTraces(
  store: Store,
  workspace: WorkspaceId,
  traceIds: readonly string[],
  now: number,
) {
  const rows = traceIds.length > 0 ? await listTraces(store.db, workspace, traceIds, now) : []
  const scores = traceIds.length > 0 ? await scoresOfTraces(store.db, workspace, traceIds) : new Map()
  const byId = new Map(rows.map((row) => [row.trace_id, row]))
  return traceIds.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentListed(row, scores.get(id) ?? [])] : []
  })
}
