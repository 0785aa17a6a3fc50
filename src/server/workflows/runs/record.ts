import type { Json, Need } from '../../../engine/columns/index.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import type { NodeResult } from '../../../engine/workflow/index.ts'
import type { WorkflowRunNodeRow } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** The state of a node that has started. */
export interface NodeRecord {
  readonly position: number
  readonly entry: NodeResult | InProgress
  readonly requestIds: readonly number[]
  readonly startedAt: number
  readonly finishedAt: number | null
}

/** A running node. `next` is where a loop continues; null before its first answer. */
export interface InProgress {
  readonly status: 'RUNNING'
  readonly next: { readonly need: Need; readonly state: Json } | null
}

export type NodeRecords = ReadonlyMap<number, NodeRecord>

/** Converts a row. Rows are converted only here. */
export function recordOf(row: WorkflowRunNodeRow): NodeRecord {
  const document = (row.document === null ? null : parseExact(row.document)) as object | null
  const entry =
    row.status === 'RUNNING' ? { status: row.status, next: document } : { status: row.status, ...document }
  return {
    position: row.position,
    entry: entry as NodeRecord['entry'],
    requestIds: JSON.parse(row.request_ids) as number[],
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

export function rowOf(workspace: WorkspaceId, run: number, record: NodeRecord): WorkflowRunNodeRow {
  return {
    workspace_id: workspace,
    run_id: run,
    position: record.position,
    status: record.entry.status,
    document: documentOf(record.entry),
    request_ids: JSON.stringify(record.requestIds),
    started_at: record.startedAt,
    finished_at: record.finishedAt,
  }
}

function documentOf(entry: NodeRecord['entry']): string | null {
  switch (entry.status) {
    case 'RUNNING':
      return entry.next && JSON.stringify(entry.next)
    case 'SUCCESS':
      return JSON.stringify({ value: entry.value })
    case 'FAILED':
      return JSON.stringify({ failure: entry.failure, partial: entry.partial })
    case 'SKIPPED':
      return JSON.stringify({ reason: entry.reason })
  }
}

/** The results among the records, in the form of the engine. */
export function resultsOf(records: NodeRecords): ReadonlyMap<number, NodeResult> {
  const results = new Map<number, NodeResult>()
  for (const [position, { entry }] of records) if (entry.status !== 'RUNNING') results.set(position, entry)
  return results
}
