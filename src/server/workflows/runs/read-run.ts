import { parseExact } from '../../../engine/json/parse-exact.ts'
import { allOutputs, finalOutput, mainOutput } from '../../../engine/workflow/index.ts'
import { Answer, type Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { workflowRegistry } from '../workflow-registry.ts'
import { getRun, type LoadedRun } from './load-run.ts'
import { listRunRows } from './run-queries.ts'
import { statesOf } from './states.ts'

export const readWorkflowResults: Handler<'readWorkflowResults'> = async ({ store }, { caller, query }) => {
  const { workflow_version_execution_id: id, return_all_outputs: all } = query
  const { run, version, records } = await getRun(store.db, caller.workspace, id)
  const states = statesOf(version, records)
  if (run.state !== 'running') return new Answer(200, finalOutput(states, all))
  return new Answer(202, all ? allOutputs(states) : (mainOutput(states) ?? null))
}

export const readWorkflowRun: Handler<'readWorkflowRun'> = async ({ store }, { caller, params }) => {
  const id = params.workflow_version_execution_id
  return { success: true as const, run: present(await getRun(store.db, caller.workspace, id)) }
}

export const listWorkflowRuns: Handler<'listWorkflowRuns'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const workflow = await workflowRegistry.get(store.db, workspace, query.workflow_id)
  const { before, limit } = query
  const rows = await listRunRows(store.db, workspace, workflow.id, { before, limit })
  const runs = rows.map((row) => ({
    ...presentSummary(row, Number(row.failed)),
    workflow_version_number: Number(row.version_number),
    input_preview: previewOf(row.input_start),
  }))
  return { success: true as const, runs }
}

const maxPreviewLength = 200

/** The beginning of the values. `inputStart` is the beginning of their JSON, which may be cut. */
function previewOf(inputStart: string): string {
  let values = inputStart
  try {
    values = Object.values(JSON.parse(inputStart))
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .join(' · ')
  } catch {
    // The JSON was cut, so its text is shown.
  }
  return values.slice(0, maxPreviewLength).toWellFormed()
}

const timeOf = (time: number | null | undefined): string | null => (time == null ? null : isoTime(time))

type Summary = Omit<
  Awaited<ReturnType<typeof listRunRows>>[number],
  'failed' | 'version_number' | 'input_start'
>

const presentSummary = (row: Summary, failed: number) => ({
  id: row.id,
  workflow_id: row.workflow_id,
  workflow_version_id: row.version_id,
  state: row.state,
  failed_count: failed,
  trace_id: row.trace_id,
  created_at: isoTime(row.created_at),
  finished_at: timeOf(row.finished_at),
})

function present({ run, version, records }: LoadedRun) {
  const states = statesOf(version, records)
  return {
    ...presentSummary(run, states.filter(({ status }) => status === 'FAILED').length),
    workflow_version_number: version.number,
    input_variables: parseExact(run.input_variables) as Record<string, unknown>,
    metadata: JSON.parse(run.metadata) as Record<string, string>,
    nodes: states.map((state, position) => ({
      name: state.name,
      node_type: version.nodes[position]!.type,
      status: state.status,
      value: state.value,
      error_message: state.error,
      raw_error_message: state.rawError,
      is_output_node: state.isOutput,
      request_ids: [...(records.get(position)?.requestIds ?? [])],
      started_at: timeOf(records.get(position)?.startedAt),
      finished_at: timeOf(records.get(position)?.finishedAt),
    })),
  }
}
