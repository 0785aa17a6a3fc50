import type { JsonObject } from '../columns/index.ts'
import { isFields } from '../json/fields.ts'
import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from './definition.ts'
import { workflowRefusal } from './refused.ts'

/** Fields that are left out stay unchanged. */
export interface NodeUpdate {
  readonly type?: string | null
  readonly configuration?: JsonObject | null
  readonly dependencies?: readonly string[] | null
  readonly isOutput?: boolean | null
}

export interface WorkflowChange {
  /** By name; null removes the node. */
  readonly nodes: ReadonlyMap<string, NodeUpdate | null>
  /** Replaces all input variables. */
  readonly inputs: Readonly<Record<string, string>> | null
  /** Replaces all edges. */
  readonly edges: readonly WorkflowEdge[] | null
}

/** The patched definition; `compileWorkflow` checks it. */
export function patchWorkflow(base: WorkflowDefinition, change: WorkflowChange): WorkflowDefinition {
  const existingNames = new Set(base.nodes.map(({ name }) => name))
  const remaining = base.nodes.flatMap((node) => {
    const update = change.nodes.get(node.name)
    if (update === null) return []
    return [update ? applyUpdate(node, update) : node]
  })
  const added = [...change.nodes].flatMap(([name, update]) =>
    existingNames.has(name) ? [] : [newNode(name, update)],
  )
  return {
    nodes: [...remaining, ...added],
    edges: change.edges ?? base.edges.filter((edge) => !involvesRemovedNode(edge, change.nodes)),
    inputs: change.inputs ?? base.inputs,
  }
}

function applyUpdate(node: WorkflowNode, update: NodeUpdate): WorkflowNode {
  return {
    name: node.name,
    type: update.type ?? node.type,
    configuration: update.configuration
      ? mergeObjects(node.configuration, update.configuration)
      : node.configuration,
    dependencies: update.dependencies ?? node.dependencies,
    isOutput: update.isOutput ?? node.isOutput,
  }
}

function newNode(name: string, update: NodeUpdate | null): WorkflowNode {
  if (update === null)
    throw workflowRefusal(['nodes', name], `Node "${name}" cannot be removed: there is no such node.`)
  const { type, configuration, dependencies, isOutput } = update
  if (type == null || configuration == null)
    throw workflowRefusal(
      ['nodes', name],
      `Node "${name}" is new, so it needs a node_type and a configuration.`,
    )
  return { name, type, configuration, dependencies: dependencies ?? [], isOutput: isOutput ?? false }
}

/** Merges objects field by field; replaces any other value. */
function mergeObjects(base: JsonObject, update: JsonObject): JsonObject {
  const fields = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(update)) {
    const before = fields.get(key)
    fields.set(key, isFields(before) && isFields(value) ? mergeObjects(before, value) : value)
  }
  return Object.fromEntries(fields)
}

/** Whether an edge involves a removed node. */
function involvesRemovedNode(
  { source, target, conditionals }: WorkflowEdge,
  nodes: WorkflowChange['nodes'],
): boolean {
  const isRemoved = (name: unknown) => typeof name === 'string' && nodes.get(name) === null
  return (
    isRemoved(source) ||
    isRemoved(target) ||
    conditionals.some((conditional) =>
      [conditional['left_config'], conditional['right_config']].some(
        (side) => isFields(side) && isRemoved(side['source']),
      ),
    )
  )
}
