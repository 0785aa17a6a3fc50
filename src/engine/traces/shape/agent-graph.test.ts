import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { agentGraph, type GraphedSpan } from './agent-graph.ts'

const span = (
  span_id: string,
  parent_id: string | null,
  type: string,
  more: Partial<GraphedSpan> = {},
): GraphedSpan => ({
  span_id,
  parent_id,
  type,
  name: span_id,
  status: 'OK',
  started_at: 0,
  ended_at: 10,
  tool_name: null,
  model: null,
  ...more,
})

describe('the agent graph', () => {
  it('has each agent, model and tool once, with its calls, also across spans in between', () => {
    const { nodes, edges } = agentGraph([
      span('root', null, 'step', { name: 'answer' }),
      span('a', 'root', 'agent', { name: 'invoke_agent planner' }),
      span('between', 'a', 'chain'),
      span('m1', 'between', 'llm', { model: 'gpt-4o' }),
      span('m2', 'between', 'llm', { model: 'gpt-4o', status: 'ERROR' }),
      span('t', 'm2', 'tool', { tool_name: 'find_order' }),
      span('b', 'a', 'agent', { name: 'invoke_agent planner' }),
    ])
    assert.deepEqual(
      nodes.map(({ kind, name, spans, errors }) => [kind, name, spans, errors]),
      [
        ['workflow', 'answer', 1, 0],
        ['agent', 'planner', 2, 0],
        ['model', 'gpt-4o', 2, 1],
        ['tool', 'find_order', 1, 0],
      ],
    )
    assert.deepEqual(
      edges.map(({ from, to, calls, errors }) => [from, to, calls, errors]),
      [
        ['workflow answer', 'agent planner', 1, 0],
        ['agent planner', 'model gpt-4o', 2, 1],
        ['model gpt-4o', 'tool find_order', 1, 0],
        ['agent planner', 'agent planner', 1, 0],
      ],
    )
  })

  it('counts a run once that two instrumentations report as parent and child, with the error of either', () => {
    const weather = { tool_name: 'weather' }
    const { nodes, edges } = agentGraph([
      span('desk', null, 'agent'),
      span('call', 'desk', 'llm', { model: 'gpt-4o' }),
      span('sdk', 'call', 'llm', { model: 'gpt-4o' }),
      span('inner', 'outer', 'tool', { ...weather, status: 'ERROR' }),
      span('outer', 'desk', 'tool', weather),
      span('walk', 'desk', 'tool', { tool_name: 'walk' }),
      span('left', 'walk', 'tool', { tool_name: 'walk' }),
      span('right', 'walk', 'tool', { tool_name: 'walk' }),
    ])
    assert.deepEqual(
      nodes.map(({ name, spans, errors }) => [name, spans, errors]),
      [
        ['desk', 1, 0],
        ['gpt-4o', 1, 0],
        ['weather', 1, 1],
        ['walk', 3, 0],
      ],
    )
    assert.deepEqual(
      edges.map(({ from, to, calls, errors }) => [from, to, calls, errors]),
      [
        ['agent desk', 'model gpt-4o', 1, 0],
        ['agent desk', 'tool weather', 1, 1],
        ['agent desk', 'tool walk', 1, 0],
        ['tool walk', 'tool walk', 2, 0],
      ],
    )
  })

  it('merges the nodes beyond 20 of a kind, for 100,000 spans', () => {
    const tools = Array.from({ length: 100_000 }, (_, index) =>
      span(`t${index}`, 'root', 'tool', { tool_name: `tool ${index % 5_000}` }),
    )
    const { nodes, edges } = agentGraph([span('root', null, 'agent'), ...tools])
    assert.equal(nodes.length, 22)
    assert.equal(
      edges.reduce((sum, { calls }) => sum + calls, 0),
      100_000,
    )
  })

  it('counts every span with a kind once, for any parents', () => {
    const any = fc.array(
      fc.record({
        parent: fc.option(fc.nat(20), { nil: null }),
        type: fc.constantFrom('llm', 'tool', 'agent', 'step', 'chain'),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(any, (all) => {
        const spans = all.map(({ parent, type }, index) =>
          span(`s${index}`, parent === null ? null : `s${parent}`, type),
        )
        const ids = new Set(spans.map(({ span_id }) => span_id))
        const shown = spans.filter(
          ({ type, parent_id }) =>
            ['llm', 'tool', 'agent'].includes(type!) || parent_id === null || !ids.has(parent_id),
        )
        const { nodes, edges } = agentGraph(spans)
        assert.equal(
          nodes.reduce((sum, node) => sum + node.spans, 0),
          shown.length,
        )
        assert.ok(edges.reduce((sum, { calls }) => sum + calls, 0) <= shown.length)
      }),
    )
  })
})
