import type { JsonObject } from '../columns/index.ts'

/** One version of a workflow, as it was written. */
export interface WorkflowDefinition {
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
  /** Input variables, each with the type that it is said to have. */
  readonly inputs: Readonly<Record<string, string>>
}

/** A column that computes once: its config names other nodes and input variables where a column's names columns. */
export interface WorkflowNode {
  readonly name: string
  readonly type: string
  readonly configuration: JsonObject
  /** Names of nodes and input variables that it waits for and, when it is code, sees. */
  readonly dependencies: readonly string[]
  readonly isOutput: boolean
}

/** A condition on the way from one node to another; ways without one are dependencies. */
export interface WorkflowEdge {
  readonly source: string
  readonly target: string
  readonly isAnd: boolean
  readonly conditionals: readonly JsonObject[]
}

export const mostNodes = 200
export const mostEdges = 1_000
