import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import type { Answer } from '../../api/index.ts'

export type Config = Readonly<Record<string, unknown>>

/** The content of a workflow version; nodes and inputs share one name space. */
export interface Definition {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
  /** Input variables with their declared types. */
  readonly inputs: Readonly<Record<string, string>>
}

export interface Node {
  readonly name: string
  readonly type: ColumnTypeName
  readonly config: Config
  /** Names of nodes that must end first, although the config does not read them. */
  readonly dependencies: readonly string[]
  readonly isOutput: boolean
}

/** A condition on the edge between two nodes. */
export interface Edge {
  readonly source: string
  readonly target: string
  readonly isAnd: boolean
  readonly conditionals: readonly Config[]
}

export const blank: Definition = { nodes: [], edges: [], inputs: {} }

export const definitionOf = (version: Answer<'readWorkflow'>): Definition => ({
  nodes: version.nodes.map((node) => ({
    name: node.name,
    // The version has types in the engine's spelling.
    type: node.node_type as ColumnTypeName,
    config: node.configuration,
    dependencies: node.dependencies,
    isOutput: node.is_output_node,
  })),
  edges: version.edges.map((edge) => ({
    source: edge.source_node_name,
    target: edge.target_node_name,
    isAnd: edge.is_and,
    conditionals: edge.conditionals,
  })),
  inputs: version.required_input_variables ?? {},
})

type Conditional = {
  position: number
  operator: '='
  left_config: Record<string, unknown>
  right_config: Record<string, unknown>
}

/** The definition in the form of the API. */
export const bodyOf = ({ nodes, edges, inputs }: Definition) => ({
  nodes: nodes.map((node) => ({
    name: node.name,
    node_type: node.type,
    configuration: { ...node.config },
    dependencies: [...node.dependencies],
    is_output_node: node.isOutput,
  })),
  edges: edges.map((edge) => ({
    source_node_name: edge.source,
    target_node_name: edge.target,
    is_and: edge.isAnd,
    conditionals: edge.conditionals.map(conditionalOf),
  })),
  required_input_variables: { ...inputs },
})

/**
 * A condition in the form of the API, always with a position and both sides. A test without a right side has
 * an empty one.
 */
const conditionalOf = (conditional: Config, position: number) =>
  ({ left_config: {}, right_config: {}, operator: '=', ...conditional, position }) as Conditional

export const isSame = (left: Definition, right: Definition): boolean =>
  JSON.stringify(left) === JSON.stringify(right)
