import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { disconnected, nameProblem, withCondition, withNode, withNodeRenamed, withoutNode } from './change.ts'
import { bodyOf, type Definition } from './definition.ts'
import { conditionText, linksOf } from './links.ts'
import { asConfigProblem, locationOf } from './refused.ts'

const condition = {
  isAnd: true,
  conditionals: [{ operator: '=', left_config: { source: 'ask' }, right_config: { static_value: 'yes' } }],
}
const edge = { source: 'ask', target: 'count', ...condition }
const definition: Definition = {
  nodes: [
    {
      name: 'ask',
      type: 'PROMPT_TEMPLATE',
      config: { template: { name: 'p' }, prompt_template_variable_mappings: { 'a.b': 'topic' } },
      dependencies: [],
      isOutput: false,
    },
    {
      name: 'count',
      type: 'COUNT',
      config: { source: 'ask', type: 'chars' },
      dependencies: ['ask'],
      isOutput: true,
    },
    { name: 'after', type: 'VARIABLE', config: {}, dependencies: ['count'], isOutput: false },
  ],
  edges: [edge],
  inputs: { topic: 'string' },
}
const node = (from: Definition, name: string) => from.nodes.find((node) => node.name === name)!

describe('changing a workflow', () => {
  it('lists each edge once, with its kind', () => {
    assert.deepEqual(linksOf(definition), [
      { source: 'ask', target: 'count', isRead: true, isDeclared: true, condition: edge },
      { source: 'count', target: 'after', isRead: false, isDeclared: true, condition: undefined },
    ])
    assert.equal(conditionText(edge), 'ask is "yes"')
  })

  it('renames a node and an input everywhere', () => {
    const answer = withNodeRenamed(definition, 'ask', 'answer')
    assert.equal(node(answer, 'count').config['source'], 'answer')
    assert.deepEqual(node(answer, 'count').dependencies, ['answer'])
    assert.equal(conditionText(answer.edges[0]!), 'answer is "yes"')
    assert.equal(answer.edges[0]!.source, 'answer')
    const about = withNodeRenamed(definition, 'topic', 'about')
    assert.deepEqual(node(about, 'ask').config['prompt_template_variable_mappings'], { 'a.b': 'about' })
    assert.deepEqual(about.inputs, { about: 'string' })
  })

  it('removes a node with its edges; configs that read it stay', () => {
    const less = withoutNode(definition, 'ask')
    assert.deepEqual(less.edges, [])
    assert.deepEqual(node(less, 'count').dependencies, [])
    assert.equal(node(less, 'count').config['source'], 'ask')
  })

  it('adds and removes a condition of an edge, and removes the edge', () => {
    const more = withCondition(definition, 'count', 'after', condition)
    assert.equal(more.edges.length, 2)
    const off = withCondition(more, 'count', 'after', null)
    assert.deepEqual(off.edges, definition.edges)
    assert.deepEqual(node(off, 'after').dependencies, ['count'])
    assert.deepEqual(node(disconnected(off, 'count', 'after'), 'after').dependencies, [])
  })

  it('gives new nodes names that are free, and the first one is the output', () => {
    const [made, name] = withNode(definition, 'COUNT', 'count')
    assert.equal(name, 'count 2')
    assert.equal(node(made, name).isOutput, false)
    assert.equal(nameProblem(definition, 'topic', 'ask'), 'The name “topic” is already used.')
    assert.equal(nameProblem(definition, 'ask', 'ask'), undefined)
  })

  it('is sent with the position and both sides of each condition', () => {
    const [sent] = bodyOf({
      ...definition,
      edges: [{ ...edge, conditionals: [{ operator: 'is_null', left_config: { source: 'ask' } }] }],
    }).edges
    assert.deepEqual(sent!.conditionals, [
      { position: 0, operator: 'is_null', left_config: { source: 'ask' }, right_config: {} },
    ])
  })

  it('finds the node or edge that the server refused', () => {
    const at = (message: string) => locationOf({ error: new Error(message), definition })
    assert.deepEqual(at('Node "count": configuration.source: is needed.'), { node: 'count' })
    assert.deepEqual(at('The edge from "ask" to "count": conditionals.0: no.'), { link: edge })
    assert.deepEqual(at('The nodes wait for each other in a cycle: "ask" -> "ask".'), { node: 'ask' })
    assert.equal(at('A workflow needs at least 1 node.'), null)
    assert.equal(
      asConfigProblem(new Error('Node "count": configuration.source: is needed.')).message,
      'config.source: is needed.',
    )
  })
})
