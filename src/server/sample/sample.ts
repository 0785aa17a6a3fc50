import type { SampleRow } from '../db/index.ts'
import type { Actor } from '../http/caller.ts'
import { nameOf } from '../http/caller.ts'
import { isoTime } from '../http/iso-time.ts'

/** The entities that loading created, with their versions after loading, which show whether people changed them. */
export interface SampleEntities {
  folder: number | null
  prompts: { readonly id: number; readonly name: string; readonly version: number }[]
  requests: number[]
  /** The turns of a conversation, the first turn first. */
  traces: string[]
  table: { readonly id: string; readonly sheet: string; readonly version: number | null } | null
  dashboard: { readonly id: number; readonly revision: number } | null
  workflow: number | null
  playground: { readonly id: number; readonly version: number } | null
}

export const noEntities: SampleEntities = {
  folder: null,
  prompts: [],
  requests: [],
  traces: [],
  table: null,
  dashboard: null,
  workflow: null,
  playground: null,
}

export const folderName = 'Sample support desk'
export const tableTitle = 'Support triage (sample)'
export const dashboardName = 'Support desk (sample)'
export const playgroundName = 'Ticket triage (sample)'
export const sampleTag = 'sample'

/** A sample that version 0.3.0 or older loaded has one `trace`, and neither a workflow nor a playground. */
export function entitiesOf(row: SampleRow): SampleEntities {
  const { trace, ...entities } = JSON.parse(row.entities) as SampleEntities & { trace?: string | null }
  return { ...noEntities, ...entities, ...(trace && { traces: [trace] }) }
}

export const actorOf = (row: SampleRow) => JSON.parse(row.actor) as Actor

export function presentSample(row: SampleRow) {
  const { folder, prompts, requests, traces, table, dashboard, workflow, playground } = entitiesOf(row)
  return {
    state: row.state,
    steps_done: row.steps_done,
    steps: row.steps,
    error: row.error,
    loaded_by: nameOf(actorOf(row)),
    started_at: isoTime(row.started_at),
    folder_id: folder,
    prompt_ids: prompts.map(({ id }) => id),
    table_id: table?.id ?? null,
    dashboard_id: dashboard?.id ?? null,
    workflow_id: workflow,
    playground_id: playground?.id ?? null,
    trace_id: traces[0] ?? null,
    request_ids: requests,
  }
}
