import type { JsonObject } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from '../../engine/workflow/index.ts'
import type { WorkflowVersionRow } from '../db/index.ts'

export type StoredNode = WorkflowNode & { readonly id: string }
export type StoredEdge = WorkflowEdge & { readonly id: string }

/** A version of a workflow. Rows are converted only here. */
export interface WorkflowVersion extends WorkflowDefinition {
  readonly id: number
  readonly workflowId: number
  readonly number: number
  readonly nodes: readonly StoredNode[]
  readonly edges: readonly StoredEdge[]
  readonly commitMessage: string | null
  readonly createdAt: number
}

export function versionOf(row: WorkflowVersionRow): WorkflowVersion {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    number: row.version_number,
    nodes: (parseExact(row.nodes) as NodeDocument[]).map(nodeOf),
    edges: (parseExact(row.edges) as EdgeDocument[]).map(edgeOf),
    inputs: JSON.parse(row.input_variables) as Record<string, string>,
    commitMessage: row.commit_message,
    createdAt: row.created_at,
  }
}

/** A node in its stored form, which is also the form of the API. */
export interface NodeDocument {
  readonly id: string
  readonly name: string
  readonly node_type: string
  readonly configuration: JsonObject
  readonly dependencies: readonly string[]
  readonly is_output_node: boolean
}

export interface EdgeDocument {
  readonly id: string
  readonly source_node_name: string
  readonly target_node_name: string
  readonly is_and: boolean
  readonly conditionals: readonly JsonObject[]
}

export const nodeDocument = (node: WorkflowNode, id: string): NodeDocument => ({
  id,
  name: node.name,
  node_type: node.type,
  configuration: node.configuration,
  dependencies: node.dependencies,
  is_output_node: node.isOutput,
})

export const edgeDocument = (edge: WorkflowEdge, id: string): EdgeDocument => ({
  id,
  source_node_name: edge.source,
  target_node_name: edge.target,
  is_and: edge.isAnd,
  conditionals: edge.conditionals,
})

const nodeOf = (document: NodeDocument): StoredNode => ({
  id: document.id,
  name: document.name,
  type: document.node_type,
  configuration: document.configuration,
  dependencies: document.dependencies,
  isOutput: document.is_output_node,
})

const edgeOf = (document: EdgeDocument): StoredEdge => ({
  id: document.id,
  source: document.source_node_name,
  target: document.target_node_name,
  isAnd: document.is_and,
  conditionals: document.conditionals,
})
