import type { AgentGraph, GraphEdge, GraphNode } from '../../../engine/traces/shape/agent-graph.ts'

export const nodeWidth = 208
export const nodeHeight = 56
const gapX = 96
const gapY = 28
const padding = 32

export interface PlacedNode extends GraphNode {
  readonly x: number
  readonly y: number
}

export interface PlacedEdge extends GraphEdge {
  /** A path of SVG. */
  readonly path: string
  readonly labelX: number
  readonly labelY: number
}

export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

/** Callers are left of their callees: each node is in the column of its shortest path from a start. */
export function layOutGraph({ nodes, edges }: AgentGraph): PlacedGraph {
  const columns = columnsOf(nodes, edges)
  const tallest = Math.max(1, ...columns.map(({ length }) => length))
  const height = padding * 2 + tallest * nodeHeight + (tallest - 1) * gapY
  const placedNodes = columns.flatMap((column, index) => {
    const columnHeight = column.length * nodeHeight + (column.length - 1) * gapY
    return column.map((node, row) => ({
      ...node,
      x: padding + index * (nodeWidth + gapX),
      y: (height - columnHeight) / 2 + row * (nodeHeight + gapY),
    }))
  })
  const byId = new Map(placedNodes.map((node) => [node.id, node]))
  return {
    nodes: placedNodes,
    edges: edges.map((edge) => ({ ...edge, ...wayOf(byId.get(edge.from)!, byId.get(edge.to)!) })),
    width: padding * 2 + columns.length * nodeWidth + (columns.length - 1) * gapX,
    height,
  }
}

function columnsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphNode[][] {
  const called = new Set(edges.filter(({ from, to }) => from !== to).map(({ to }) => to))
  const levels = new Map<string, number>()
  const walk = (starts: readonly GraphNode[]) => {
    let open = starts.filter(({ id }) => !levels.has(id)).map(({ id }) => id)
    for (const id of open) levels.set(id, 0)
    for (let level = 1; open.length > 0; level++) {
      const next = edges.filter(({ from, to }) => open.includes(from) && !levels.has(to)).map(({ to }) => to)
      for (const id of next) levels.set(id, level)
      open = [...new Set(next)]
    }
  }
  walk(nodes.filter(({ id }) => !called.has(id)))
  // Only cycles are left. Each of them starts at its first node.
  for (const node of nodes) walk([node])
  const columns: GraphNode[][] = []
  for (const node of nodes) {
    const level = levels.get(node.id)!
    columns[level] ??= []
    columns[level].push(node)
  }
  return columns
}

/**
 * The line from the right side of the caller to the left side of the callee. A line back, or to the same
 * node, goes over the top.
 */
function wayOf(from: PlacedNode, to: PlacedNode): Pick<PlacedEdge, 'path' | 'labelX' | 'labelY'> {
  if (to.x > from.x) {
    const [startX, startY] = [from.x + nodeWidth, from.y + nodeHeight / 2]
    const [endX, endY] = [to.x, to.y + nodeHeight / 2]
    const bend = Math.max(40, (endX - startX) / 2)
    return {
      path: `M${startX},${startY} C${startX + bend},${startY} ${endX - bend},${endY} ${endX},${endY}`,
      labelX: startX + (endX - startX) * 0.75,
      labelY: startY + (endY - startY) * 0.86,
    }
  }
  const [startX, endX] = [from.x + nodeWidth * 0.75, to.x + nodeWidth * (from === to ? 0.25 : 0.5)]
  const top = Math.min(from.y, to.y) - 22
  return {
    path: `M${startX},${from.y} C${startX},${top} ${endX},${top} ${endX},${to.y}`,
    labelX: (startX + endX) / 2,
    labelY: (Math.min(from.y, to.y) + 3 * top) / 4,
  }
}
