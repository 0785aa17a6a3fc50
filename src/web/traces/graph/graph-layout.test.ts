import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GraphEdge, GraphNode } from '../../../engine/traces/shape/agent-graph.ts'
import { layOutGraph } from './graph-layout.ts'

const node = (id: string): GraphNode => ({
  id,
  name: id,
  kind: 'agent',
  spans: 1,
  errors: 0,
  duration: 1,
  spanIds: [id],
})
const edge = (from: string, to: string): GraphEdge => ({ from, to, calls: 167, errors: 0 })

/** The size of a count such as 1,667×, in pixels. */
const [width, height] = [44, 17]

test('the counts of calls do not overlap where agents share a model and a tool', () => {
  const agents = ['planner', 'researcher', 'writer', 'critic', 'editor']
  const callees = ['model', 'tool']
  const { edges } = layOutGraph({
    nodes: ['crew', ...agents, ...callees].map(node),
    edges: [
      ...agents.map((agent) => edge('crew', agent)),
      ...agents.flatMap((agent) => callees.map((callee) => edge(agent, callee))),
    ],
  })
  for (const [index, one] of edges.entries())
    for (const other of edges.slice(index + 1)) {
      const isApart =
        Math.abs(one.labelX - other.labelX) >= width || Math.abs(one.labelY - other.labelY) >= height
      assert.ok(isApart, `${one.from} to ${one.to}, ${other.from} to ${other.to}`)
    }
})
