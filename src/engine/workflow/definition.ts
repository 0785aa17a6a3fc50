import type { JsonObject } from '../columns/index.ts'

/** One version of a workflow, as written. */
export interface WorkflowDefinition {
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
  /** Input variables with their declared types. */
  readonly inputs: Readonly<Record<string, string>>
}

/** A column that computes once; its config names nodes and input variables instead of columns. */
export interface WorkflowNode {
  readonly name: string
  readonly type: string
  readonly configuration: JsonObject
  /** Names of the nodes and input variables that it depends on and, if it is code, can read. */
  readonly dependencies: readonly string[]
  readonly isOutput: boolean
}

/** A condition between two nodes; an edge without a condition is a dependency. */
export interface WorkflowEdge {
  readonly source: string
  readonly target: string
  readonly isAnd: boolean
  readonly conditionals: readonly JsonObject[]
}

export const maxNodes = 200
export const maxEdges = 1_000
