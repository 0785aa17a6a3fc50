import type { CompiledNode } from './compiled.ts'
import { workflowRefusal } from './refused.ts'

/** Refuses an output whose condition can never hold; otherwise the run would silently have no result. */
export function refuseUnreachableOutputs(nodes: readonly CompiledNode[], order: readonly number[]): void {
  const unreachable = new Set<number>()
  for (const index of order) {
    const node = nodes[index]!
    const isCutOff =
      node.edges.some((edge) => unreachable.has(edge.source) || neverHolds(edge)) ||
      (node.doesWithout === 'none' && node.waitsFor.some((other) => unreachable.has(other)))
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
