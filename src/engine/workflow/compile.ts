import {
  type ColumnType,
  type ColumnTypeName,
  columnTypes,
  type JsonObject,
  type Reference,
  readColumnType,
} from '../columns/index.ts'
import { Refusal } from '../refusal.ts'
import { components, shortestCycle } from '../sheet/graph/components.ts'
import { compileEdges } from './compile-edges.ts'
import type { CompiledEdge, CompiledNode, Source, Workflow } from './compiled.ts'
import { maxEdges, maxNodes, type WorkflowDefinition, type WorkflowNode } from './definition.ts'
import { Names } from './names.ts'
import { workflowRefusal } from './refused.ts'

/** Refuses an output whose condition can never hold; otherwise the run would silently have no result. */
function refuseUnreachableOutputs(nodes: readonly CompiledNode[], order: readonly number[]): void {
  const unreachable = new Set<number>()
  for (const index of order) {
    const node = nodes[index]!
    const isCutOff =
      node.edges.some((edge) => unreachable.has(edge.source) || neverHolds(edge)) ||
      (node.acceptsMissing === 'none' && node.waitsFor.some((other) => unreachable.has(other)))
    if (!isCutOff) continue
    unreachable.add(index)
    if (node.isOutput)
      throw workflowRefusal(['nodes', String(index)], `The output node "${node.name}" can never be reached.`)
  }
}

function neverHolds({ sources, evaluator }: CompiledNode['edges'][number]): boolean {
  if (sources.length > 0) return false
  const step = evaluator.prepare({ values: [], titles: [], row: () => ({}) })
  return step.kind !== 'value' || step.value !== true
}

/** All nodes that must finish before it is known whether a node runs. */
function nodesBefore({ waitsFor, edges }: CompiledNode): readonly number[] {
  const conditionSources = edges.flatMap(({ source, sources }) => [
    source,
    ...sources.flatMap((reference) => (reference.kind === 'node' ? [reference.index] : [])),
  ])
  return [...new Set([...waitsFor, ...conditionSources])]
}

/**
 * Topological order of the nodes.
 * @throws Refusal 'bad_request' that names the nodes of a cycle.
 */
function orderOf(nodes: readonly CompiledNode[]): readonly number[] {
  const before = nodes.map(nodesBefore)
  const order: number[] = []
  for (const members of components(before)) {
    const [first] = members
    if (members.length > 1 || before[first!]!.includes(first!)) {
      const cycle = shortestCycle(before, members).toReversed()
      const names = cycle.map((index) => `"${nodes[index]!.name}"`).join(' -> ')
      throw workflowRefusal(
        ['nodes', String(cycle[0])],
        `The nodes wait for each other in a cycle: ${names}.`,
      )
    }
    order.push(first!)
  }
  return order
}

/**
 * Compiles a definition, before publication and before a run.
 * @throws Refusal 'bad_request' that names the wrong node or edge.
 */
export function compileWorkflow(definition: WorkflowDefinition): Workflow {
  const { nodes, edges } = definition
  if (nodes.length === 0) throw workflowRefusal(['nodes'], 'A workflow needs at least 1 node.')
  if (nodes.length > maxNodes) throw workflowRefusal(['nodes'], `A workflow has at most ${maxNodes} nodes.`)
  if (edges.length > maxEdges) throw workflowRefusal(['edges'], `A workflow has at most ${maxEdges} edges.`)
  if (!nodes.some(({ isOutput }) => isOutput))
    throw workflowRefusal(['nodes'], 'No node is an output node; at least 1 must be.')
  const names = new Names(definition)
  const edgesInto = compileEdges(edges, names)
  const compiled = nodes.map((node, index) => compileNode(node, index, names, edgesInto.get(index) ?? []))
  const order = orderOf(compiled)
  refuseUnreachableOutputs(compiled, order)
  return { nodes: compiled, order, inputs: Object.keys(definition.inputs) }
}

function compileNode(
  node: WorkflowNode,
  index: number,
  names: Names,
  edges: readonly CompiledEdge[],
): CompiledNode {
  const path = ['nodes', String(index)]
  const typeName = typeOf(node, path)
  const type = columnTypes[typeName]
  const config = configOf(node, type, path)
  const declared = node.dependencies.map((name, position) => {
    const source = names.find(name)
    if (source) return [name, source] as const
    throw workflowRefusal(
      [...path, 'dependencies', String(position)],
      `Node "${node.name}" depends on "${name}", and there is no such node or input variable.`,
    )
  })
  const references = type.dependsOn(config)
  const sources = references.map((reference) => sourceOf(node, reference, names, path))
  const all = [...declared.map(([, source]) => source), ...sources]
  return {
    name: node.name,
    type: typeName,
    isOutput: node.isOutput,
    evaluator: type.evaluator(config),
    sources,
    titles: references.map(({ target }, index) => (sources[index]!.kind === 'nothing' ? '' : target)),
    row: [...names.inputs(), ...declared],
    acceptsMissing: acceptsMissing(typeName, type.acceptsFailedSources?.(config) ?? false),
    waitsFor: [...new Set(all.flatMap((source) => (source.kind === 'node' ? [source.index] : [])))],
    edges,
  }
}

/** Types with cells written by people; a workflow run has no person to ask. */
const writtenTypes: ReadonlySet<ColumnTypeName> = new Set(['TEXT', 'TRACE', 'HUMAN'])

function typeOf(node: WorkflowNode, path: readonly string[]): ColumnTypeName {
  const typePath = [...path, 'node_type']
  let name: ColumnTypeName
  try {
    name = readColumnType(node.type)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw workflowRefusal(
      typePath,
      `Node "${node.name}" has the type "${node.type}", which is none of the node types.`,
    )
  }
  if (!writtenTypes.has(name)) return name
  throw workflowRefusal(
    typePath,
    `Node "${node.name}" is ${name}: that is written by people, so no workflow computes it.`,
  )
}

function configOf(node: WorkflowNode, type: ColumnType, path: readonly string[]): unknown {
  try {
    return type.config(node.configuration as JsonObject)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const loc = Array.isArray(error.data['loc']) ? (error.data['loc'] as string[]).slice(2) : []
    throw workflowRefusal(
      [...path, 'configuration', ...loc],
      `Node "${node.name}": ${error.message.replace(/^config\b/, 'configuration')}`,
    )
  }
}

function sourceOf(
  node: WorkflowNode,
  { key, target, optional }: Reference,
  names: Names,
  path: readonly string[],
): Source {
  const source = names.find(target)
  if (source) return source
  if (optional) return { kind: 'nothing' }
  throw workflowRefusal(
    [...path, 'configuration', key],
    `Node "${node.name}" reads "${target}" in ${key}, and there is no such node or input variable.`,
  )
}

/** COALESCE joins branches, so it accepts skipped sources. */
function acceptsMissing(type: ColumnTypeName, acceptsFailed: boolean): CompiledNode['acceptsMissing'] {
  if (acceptsFailed) return 'any'
  return type === 'COALESCE' ? 'skipped' : 'none'
}
