import { components, shortestCycle } from '../sheet/graph/components.ts'
import type { CompiledNode } from './compiled.ts'
import { workflowRefusal } from './refused.ts'

/** All nodes that must finish before it is known whether a node runs. */
export function nodesBefore({ waitsFor, edges }: CompiledNode): readonly number[] {
  const read = edges.flatMap(({ source, sources }) => [
    source,
    ...sources.flatMap((reference) => (reference.kind === 'node' ? [reference.index] : [])),
  ])
  return [...new Set([...waitsFor, ...read])]
}

/**
 * Topological order of the nodes.
 * @throws Refusal 'bad_request' that names the nodes of a cycle.
 */
export function orderOf(nodes: readonly CompiledNode[]): readonly number[] {
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
