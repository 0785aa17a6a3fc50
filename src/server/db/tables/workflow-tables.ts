/** The rules of `tables.ts` apply. */

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
  /** 1 if the caller wants the results of all nodes. */
  all_outputs: number
  /** The end of the name of the client's channel, if the client named one. */
  channel_suffix: string | null
  callback_url: string | null
  trace_id: string
  created_at: number
  finished_at: number | null
}

export type WorkflowRunState = 'running' | 'done' | 'cancelled'

/** A node that has started or finished. */
export interface WorkflowRunNodeRow {
  workspace_id: number
  run_id: number
  /** Index in the list of nodes of the version. */
  position: number
  status: 'RUNNING' | 'SUCCESS' | 'FAILED' | 'SKIPPED'
  /** The result; for a running node, its progress so far. */
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
