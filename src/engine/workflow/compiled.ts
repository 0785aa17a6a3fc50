import type { ColumnTypeName, Evaluator } from '../columns/index.ts'

/** A definition that holds together, with its configs read and its names resolved. */
export interface Workflow {
  /** In the order of the definition. */
  readonly nodes: readonly CompiledNode[]
  /** Each node after all that it waits for. */
  readonly order: readonly number[]
  readonly inputs: readonly string[]
}

export interface CompiledNode {
  readonly name: string
  readonly type: ColumnTypeName
  readonly isOutput: boolean
  readonly evaluator: Evaluator
  /** What its config reads, in the order of the references; and how messages call each. */
  readonly sources: readonly Source[]
  readonly titles: readonly string[]
  /** What code sees: the input variables, and what it depends on. */
  readonly row: readonly (readonly [name: string, source: Source])[]
  /** Without a value, which of its sources it can do with: their value is null then. */
  readonly doesWithout: 'none' | 'skipped' | 'any'
  /** Nodes that it depends on. */
  readonly waitsFor: readonly number[]
  readonly edges: readonly CompiledEdge[]
}

/** A condition that must hold for a node to run. */
export interface CompiledEdge {
  readonly source: number
  readonly sources: readonly Source[]
  readonly evaluator: Evaluator
}

/** Where a value comes from. */
export type Source =
  | { readonly kind: 'node'; readonly index: number }
  | { readonly kind: 'input'; readonly name: string }
  /** Code names what there is not. */
  | { readonly kind: 'nothing' }
