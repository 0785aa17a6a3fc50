import type { AgentGraph, GraphEdge, GraphNode } from '../../../engine/traces/shape/agent-graph.ts'

export const nodeWidth = 192
export const nodeHeight = 56
const gapX = 72
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
    edges: edgePaths(edges.map((edge) => ({ edge, from: byId.get(edge.from)!, to: byId.get(edge.to)! }))),
    width: padding * 2 + columns.length * nodeWidth + (columns.length - 1) * gapX,
    height,
  }
}

/** The nearest node in the direction of an arrow key; undefined if there is none. */
export function nodeTowards(
  nodes: readonly PlacedNode[],
  from: PlacedNode,
  key: string,
): PlacedNode | undefined {
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1
  // The next column goes before a nearer row.
  const distances = nodes.flatMap((node) => {
    const [across, down] = [(node.x - from.x) * sign, (node.y - from.y) * sign]
    const isBeside = isAcross ? across > 0 : across === 0 && down > 0
    return isBeside ? [{ node, distance: Math.abs(across) * 100 + Math.abs(down) }] : []
  })
  return distances.sort((a, b) => a.distance - b.distance)[0]?.node
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

interface Link {
  readonly edge: GraphEdge
  readonly from: PlacedNode
  readonly to: PlacedNode
}

const isForward = ({ from, to }: Link) => to.x > from.x

/** Pixels between the ends of two lines at one side of a node; the count of a line is 17 pixels high. */
const endGap = 18

/** The lines that end at one side of a node, by the order of their other ends, so that they do not cross there. */
function linksBySide(links: readonly Link[], end: 'from' | 'to'): ReadonlyMap<string, readonly Link[]> {
  const other = end === 'from' ? 'to' : 'from'
  const forward = links.filter(isForward).sort((a, b) => a[other].y - b[other].y)
  return Map.groupBy(forward, (link) => link[end].id)
}

const endY = (node: PlacedNode, side: readonly Link[], link: Link): number => {
  const gap = Math.min(endGap, nodeHeight / side.length)
  return node.y + nodeHeight / 2 + (side.indexOf(link) - (side.length - 1) / 2) * gap
}

function edgePaths(links: readonly Link[]): PlacedEdge[] {
  const [callees, callers] = [linksBySide(links, 'from'), linksBySide(links, 'to')]
  return links.map((link) => {
    const { edge, from, to } = link
    if (!isForward(link)) return { ...edge, ...backwardPath(from, to) }
    const [out, into] = [callees.get(from.id)!, callers.get(to.id)!]
    const start = { x: from.x + nodeWidth, y: endY(from, out, link) }
    const end = { x: to.x, y: endY(to, into, link) }
    // The count is beside the node with fewer lines.
    return { ...edge, ...forwardPath(start, end, out.length < into.length ? 0.2 : 0.8) }
  })
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The line from the right side of the caller to the left side of the callee. `positionOnCurve` is that of its label: 0 is
 * the start of the line, 1 its end.
 */
function forwardPath(
  start: Point,
  end: Point,
  positionOnCurve: number,
): Pick<PlacedEdge, 'path' | 'labelX' | 'labelY'> {
  const bend = Math.max(40, (end.x - start.x) / 2)
  const [bentStart, bentEnd] = [start.x + bend, end.x - bend]
  const rest = 1 - positionOnCurve
  const [first, second, third, fourth] = [
    rest ** 3,
    3 * rest ** 2 * positionOnCurve,
    3 * rest * positionOnCurve ** 2,
    positionOnCurve ** 3,
  ]
  return {
    path: `M${start.x},${start.y} C${bentStart},${start.y} ${bentEnd},${end.y} ${end.x},${end.y}`,
    labelX: first * start.x + second * bentStart + third * bentEnd + fourth * end.x,
    labelY: (first + second) * start.y + (third + fourth) * end.y,
  }
}

const arcHeight = 22

/** The line to an earlier node, or to the same node: an arc above both nodes. */
function backwardPath(from: PlacedNode, to: PlacedNode): Pick<PlacedEdge, 'path' | 'labelX' | 'labelY'> {
  const [startX, endX] = [from.x + nodeWidth * 0.75, to.x + nodeWidth * (from === to ? 0.25 : 0.5)]
  const top = Math.min(from.y, to.y) - arcHeight
  return {
    path: `M${startX},${from.y} C${startX},${top} ${endX},${top} ${endX},${to.y}`,
    labelX: (startX + endX) / 2,
    labelY: (Math.min(from.y, to.y) + 3 * top) / 4,
  }
}
