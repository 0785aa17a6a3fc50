/**
 * Strongly connected components (Tarjan) of the graph with edges i -> `next[i]`, without recursion.
 * A component comes before the components that lead to it. Time and memory: nodes plus edges.
 */
export function components(next: readonly (readonly number[])[]): number[][] {
  const count = next.length
  const visitedAt = new Int32Array(count).fill(-1)
  const lowest = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const stack: number[] = []
  const result: number[][] = []
  let clock = 0

  const enter = (node: number) => {
    visitedAt[node] = lowest[node] = clock++
    onStack[node] = 1
    stack.push(node)
  }
  const leave = (node: number) => {
    if (lowest[node] !== visitedAt[node]) return
    const members = stack.splice(stack.lastIndexOf(node))
    for (const member of members) onStack[member] = 0
    result.push(members)
  }

  for (let root = count - 1; root >= 0; root--) {
    if (visitedAt[root] !== -1) continue
    const path: { node: number; edge: number }[] = [{ node: root, edge: 0 }]
    enter(root)
    while (path.length > 0) {
      const top = path.at(-1)!
      const target = next[top.node]![top.edge++]
      if (target === undefined) {
        leave(top.node)
        path.pop()
        const parent = path.at(-1)?.node
        if (parent !== undefined) lowest[parent] = Math.min(lowest[parent]!, lowest[top.node]!)
      } else if (visitedAt[target] === -1) {
        enter(target)
        path.push({ node: target, edge: 0 })
      } else if (onStack[target]) lowest[top.node] = Math.min(lowest[top.node]!, visitedAt[target]!)
    }
  }
  return result
}

/** Shortest path from a node back to itself inside `members`; the first node is also the last. */
export function shortestCycle(next: readonly (readonly number[])[], members: readonly number[]): number[] {
  const start = Math.min(...members)
  const inside = new Set(members)
  const cameFrom = new Map<number, number>()
  const queue = [start]
  for (const node of queue) {
    for (const target of next[node]!) {
      if (target === start) {
        const back = [start]
        for (let step = node; step !== start; step = cameFrom.get(step)!) back.push(step)
        return [...back, start].reverse()
      }
      if (!inside.has(target) || cameFrom.has(target)) continue
      cameFrom.set(target, node)
      queue.push(target)
    }
  }
  return []
}
