import type { ColumnTypeName, Evaluator } from '../columns/index.ts'

/** A valid definition with parsed configs and resolved names. */
export interface Workflow {
  /** Nodes in the order of the definition. */
  readonly nodes: readonly CompiledNode[]
  /** Topological order of the nodes. */
  readonly order: readonly number[]
  readonly inputs: readonly string[]
}

export interface CompiledNode {
  readonly name: string
  readonly type: ColumnTypeName
  readonly isOutput: boolean
  readonly evaluator: Evaluator
  /** Sources of the node's config in the order of its references, with their titles for messages. */
  readonly sources: readonly Source[]
  readonly titles: readonly string[]
  /** The row that code sees: the input variables, and the dependencies. */
  readonly row: readonly (readonly [name: string, source: Source])[]
  /** Which sources may lack a value; a missing value is null. */
  readonly acceptsMissing: 'none' | 'skipped' | 'any'
  /** Indexes of the nodes that this node depends on. */
  readonly waitsFor: readonly number[]
  readonly edges: readonly CompiledEdge[]
}

/** A condition that must hold for a node to run. */
export interface CompiledEdge {
  readonly source: number
  readonly sources: readonly Source[]
  readonly evaluator: Evaluator
}

/** Source of a value. */
export type Source =
  | { readonly kind: 'node'; readonly index: number }
  | { readonly kind: 'input'; readonly name: string }
  /** The source of a name in code that no node or input variable has. */
  | { readonly kind: 'nothing' }
