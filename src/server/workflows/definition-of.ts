import type { z } from 'zod'
import type { CreateWorkflow, PatchWorkflow } from '../../contract/index.ts'
import type { JsonObject } from '../../engine/columns/index.ts'
import type {
  NodeUpdate,
  WorkflowChange,
  WorkflowDefinition,
  WorkflowEdge,
} from '../../engine/workflow/index.ts'

type Creation = z.output<typeof CreateWorkflow>
type Patch = z.output<typeof PatchWorkflow>

/** Converts a workflow from the form of the API. */
export const definitionOf = (body: Creation): WorkflowDefinition => ({
  nodes: body.nodes.map((node) => ({
    name: node.name,
    type: node.node_type,
    configuration: node.configuration as JsonObject,
    dependencies: node.dependencies ?? [],
    isOutput: node.is_output_node,
  })),
  edges: (body.edges ?? []).map(edgeOf),
  inputs: body.required_input_variables ?? {},
})

export const changeOf = (body: Patch): WorkflowChange => ({
  nodes: new Map(
    Object.entries(body.nodes ?? {}).map(([name, update]): [string, NodeUpdate | null] => [
      name,
      update && {
        type: update.node_type,
        configuration: update.configuration as JsonObject | null | undefined,
        dependencies: update.dependencies,
        isOutput: update.is_output_node,
      },
    ]),
  ),
  inputs: body.required_input_variables ?? null,
  edges: body.edges?.map(edgeOf) ?? null,
})

const edgeOf = (edge: NonNullable<Creation['edges']>[number]): WorkflowEdge => ({
  source: edge.source_node_name,
  target: edge.target_node_name,
  isAnd: edge.is_and,
  conditionals: edge.conditionals as unknown as readonly JsonObject[],
})
