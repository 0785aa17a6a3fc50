import { columnTypes, type JsonObject } from '../columns/index.ts'
import { Refusal } from '../refusal.ts'
import type { CompiledEdge } from './compiled.ts'
import type { WorkflowEdge } from './definition.ts'
import type { Names } from './names.ts'
import { workflowRefusal } from './refused.ts'

/** Compiles the conditions on the edges into each node, with the grammar of the CONDITION column. */
export function compileEdges(
  edges: readonly WorkflowEdge[],
  names: Names,
): ReadonlyMap<number, readonly CompiledEdge[]> {
  const into = new Map<number, CompiledEdge[]>()
  for (const [index, edge] of edges.entries()) {
    const path = ['edges', String(index)]
    const source = nodeOf(edge.source, names, [...path, 'source_node_name'])
    const target = nodeOf(edge.target, names, [...path, 'target_node_name'])
    const compiled = { source, ...compileCondition(edge, names, path) }
    const others = into.get(target)
    if (others) others.push(compiled)
    else into.set(target, [compiled])
  }
  return into
}

function nodeOf(name: string, names: Names, path: readonly string[]): number {
  const index = names.node(name)
  if (index === undefined) throw workflowRefusal(path, `An edge names "${name}", and there is no such node.`)
  return index
}

function compileCondition(
  edge: WorkflowEdge,
  names: Names,
  path: readonly string[],
): Omit<CompiledEdge, 'source'> {
  const edgeName = `The edge from "${edge.source}" to "${edge.target}"`
  const { CONDITION: condition } = columnTypes
  const config = read(edge, edgeName, path)
  const sources = condition.dependsOn(config).map(({ target }) => {
    const source = names.find(target)
    if (source) return source
    throw workflowRefusal(
      [...path, 'conditionals'],
      `${edgeName} reads "${target}", and there is no such node or input variable.`,
    )
  })
  return { sources, evaluator: condition.evaluator(config) }
}

function read({ isAnd, conditionals }: WorkflowEdge, edgeName: string, path: readonly string[]): unknown {
  try {
    return columnTypes.CONDITION.config({ is_and: isAnd, conditionals: conditionals.map(conditionalOf) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const loc = Array.isArray(error.data['loc']) ? (error.data['loc'] as string[]).slice(3) : []
    throw workflowRefusal([...path, ...loc], `${edgeName}: ${error.message.replace(/^config\./, '')}`)
  }
}

/** Some clients send a side without known keys for is_null; such a side is removed. */
function conditionalOf(condition: JsonObject): JsonObject {
  const right = condition['right_config']
  const isEmpty = typeof right === 'object' && right !== null && Object.keys(right).length === 0
  return isEmpty ? { ...condition, right_config: null } : condition
}
