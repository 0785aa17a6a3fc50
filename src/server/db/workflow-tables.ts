/** The tables of workflows; see `tables.ts` for what holds of all. */

export interface WorkflowRow {
  workspace_id: number
  id: number
  name: string
  folder_id: number | null
  latest_version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface WorkflowVersionRow {
  workspace_id: number
  id: number
  workflow_id: number
  version_number: number
  nodes: string
  edges: string
  input_variables: string
  commit_message: string | null
  created_at: number
}

export interface WorkflowLabelRow {
  workspace_id: number
  id: number
  workflow_id: number
  name: string
  version_id: number
  created_at: number
  updated_at: number
}

export interface WorkflowRunRow {
  workspace_id: number
  id: number
  workflow_id: number
  version_id: number
  state: WorkflowRunState
  input_variables: string
  metadata: string
  /** 1 when whoever asked wants every node's result. */
  all_outputs: number
  /** The end of the channel's name on which the client waits, when it chose one. */
  channel_suffix: string | null
  callback_url: string | null
  trace_id: string
  created_at: number
  finished_at: number | null
}

export type WorkflowRunState = 'running' | 'done' | 'cancelled'

/** A node of a run, once it has begun or is settled. */
export interface WorkflowRunNodeRow {
  workspace_id: number
  run_id: number
  /** Its place in the version's list of nodes. */
  position: number
  status: 'RUNNING' | 'SUCCESS' | 'FAILED' | 'SKIPPED'
  /** The result, or of a node that runs how far it has come. */
  document: string | null
  request_ids: string
  started_at: number
  finished_at: number | null
}

export interface WorkflowTables {
  workflows: WorkflowRow
  workflow_versions: WorkflowVersionRow
  workflow_labels: WorkflowLabelRow
  workflow_runs: WorkflowRunRow
  workflow_run_nodes: WorkflowRunNodeRow
}
