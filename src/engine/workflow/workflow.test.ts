import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../columns/index.ts'
import { Refusal } from '../refusal.ts'
import {
  advance,
  compileWorkflow,
  finalOutput,
  inputWarning,
  type NodeResult,
  type NodeUpdate,
  patchWorkflow,
  stateOf,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
} from './index.ts'

const node = (name: string, sources: readonly string[], rest: Partial<WorkflowNode> = {}): WorkflowNode => ({
  name,
  type: 'COMBINE_COLUMNS',
  configuration: { sources: [...sources], separator: '+' },
  dependencies: [],
  isOutput: false,
  ...rest,
})
const constant = (name: string, value: string, rest: Partial<WorkflowNode> = {}): WorkflowNode =>
  node(name, [], { type: 'VARIABLE', configuration: { value: { type: 'string', value } }, ...rest })
const edge = (source: string, target: string, operator: string, value: unknown): WorkflowEdge => ({
  source,
  target,
  isAnd: true,
  conditionals: [
    { position: 0, operator, left_config: { source }, right_config: { static_value: value } } as JsonObject,
  ],
})
const definition = (
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[] = [],
  inputs: Record<string, string> = { topic: 'string' },
): WorkflowDefinition => ({ nodes, edges, inputs })
const output = { isOutput: true }

const run = (definition: WorkflowDefinition, inputs: Record<string, string> = { topic: 't' }) => {
  const workflow = compileWorkflow(definition)
  const { finished, ready } = advance(workflow, { inputs, results: new Map() }, new Set())
  assert.equal(ready.size, 0)
  return workflow.nodes.map((node, index) => stateOf(node, finished.get(index)!))
}

const refusal = (definition: WorkflowDefinition) => {
  try {
    compileWorkflow(definition)
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'bad_request', String(error))
    return error.message
  }
  throw new Error('Nothing was refused.')
}

describe('inconsistent definitions', () => {
  const cases: readonly (readonly [RegExp, WorkflowDefinition])[] = [
    [/at least 1 node/, definition([])],
    [/No node is an output/, definition([node('a', ['topic'])])],
    [/Two nodes are called "a"/, definition([node('a', ['topic'], output), node('a', ['topic'])])],
    [/node and an input variable are called "topic"/, definition([node('topic', ['topic'], output)])],
    [/"a" has the type "NOPE"/, definition([node('a', [], { ...output, type: 'NOPE' })])],
    [/"a" is HUMAN/, definition([node('a', [], { ...output, type: 'HUMAN' })])],
    [
      /"a": configuration\.sources/,
      definition([node('a', [], { ...output, configuration: { sources: 'topic' } })]),
    ],
    [/"a" reads "b" in sources/, definition([node('a', ['b'], output)])],
    [/"a" depends on "b"/, definition([node('a', ['topic'], { ...output, dependencies: ['b'] })])],
    [/"a" -> "b" -> "a"/, definition([node('a', ['b'], output), node('b', ['a'])])],
    [/"a" -> "a"/, definition([node('a', ['a'], output)])],
    [/names "x"/, definition([node('a', ['topic'], output)], [edge('x', 'a', '=', 1)])],
    [
      /from "a" to "b": conditionals\.0\.operator/,
      definition([node('a', ['topic'], output), node('b', ['topic'])], [edge('a', 'b', 'like', 1)]),
    ],
    [
      /output node "b" can never/,
      definition(
        [node('a', ['topic']), node('b', ['a'], output)],
        [
          {
            ...edge('a', 'b', '=', 1),
            conditionals: [
              {
                position: 0,
                operator: '=',
                left_config: { static_value: 1 },
                right_config: { static_value: 2 },
              },
            ],
          },
        ],
      ),
    ],
  ]
  for (const [message, given] of cases)
    it(`are refused with ${String(message)}`, () => {
      assert.match(refusal(given), message)
    })
})

describe('a run', () => {
  it('says in failures whether a source is a node or an input', () => {
    const math = (name: string, sources: readonly string[], rest: Partial<WorkflowNode> = {}) =>
      node(name, [], {
        type: 'MATH_OPERATOR',
        configuration: { sources: [...sources], operator: '+' },
        ...rest,
      })
    const loop = node('loop', [], {
      type: 'FOR_LOOP',
      configuration: {
        loop_type: 'prompt',
        prompt_config: { template: { name: 'a prompt' } },
        iterator_source: 'text',
        dynamic_variable_mappings: {},
      },
    })
    const nodes = [
      constant('text', 'x'),
      math('a', ['text', 'topic'], output),
      math('b', ['topic', 'text']),
      loop,
    ]
    assert.deepEqual(
      run(definition(nodes))
        .slice(1)
        .map(({ error }) => error),
      ['Node "text" is not a number.', 'Input "topic" is not a number.', 'Node "text" is not a list.'],
    )
  })

  it('skips a branch whose condition does not hold, and its dependants', () => {
    const invalid = definition(
      [
        node('a', ['topic']),
        node('yes', ['topic'], output),
        node('no', ['topic'], output),
        node('after', ['no']),
        node('meet', [], {
          type: 'COALESCE',
          configuration: { sources: ['no', 'yes'] },
          isOutput: true,
        }),
      ],
      [edge('a', 'yes', '=', 't'), edge('a', 'no', '!=', 't')],
    )
    const states = run(invalid)
    assert.deepEqual(
      states.map(({ status }) => status),
      ['SUCCESS', 'SUCCESS', 'SKIPPED', 'SKIPPED', 'SUCCESS'],
    )
    assert.match(states[2]!.error!, /after node "a" does not hold/)
    assert.match(states[3]!.error!, /"no" was skipped/)
    assert.equal(states[4]!.value, 't')
    assert.equal(finalOutput(states, false), 't')
    assert.equal(finalOutput(run(invalid, { topic: 'other' }), false), 'other')
  })

  it('fails a node whose condition fails, and skips nodes after a failure', () => {
    const states = run(
      definition(
        [node('a', ['topic']), node('b', ['a']), node('c', ['b'], output)],
        [edge('a', 'b', '<', 'word')],
      ),
    )
    assert.deepEqual(
      states.map(({ status }) => status),
      ['SUCCESS', 'FAILED', 'SKIPPED'],
    )
    assert.match(states[1]!.rawError!, /^not_comparable: /)
    const all = finalOutput(states, false) as Record<string, { status: string }>
    assert.deepEqual(Object.keys(all), ['a', 'b', 'c'])
  })

  it('skips busy nodes and returns the needs of others', () => {
    const workflow = compileWorkflow(
      definition([
        node('call', [], {
          type: 'PROMPT_TEMPLATE',
          configuration: { template: { name: 'p' }, prompt_template_variable_mappings: { x: 'topic' } },
        }),
        node('end', ['call'], output),
      ]),
    )
    const first = advance(workflow, { inputs: { topic: 't' }, results: new Map() }, new Set())
    assert.deepEqual([...first.ready.keys()], [0])
    const busy = advance(workflow, { inputs: {}, results: new Map() }, new Set([0]))
    assert.deepEqual([busy.ready.size, busy.finished.size], [0, 0])
    const results = new Map<number, NodeResult>([[0, { status: 'SUCCESS', value: 'said' }]])
    const last = advance(workflow, { inputs: {}, results }, new Set())
    assert.deepEqual(last.finished.get(1), { status: 'SUCCESS', value: 'said' })
  })

  it('reports missing inputs and inputs that the workflow does not have', () => {
    assert.equal(inputWarning(['a'], { a: null }), null)
    assert.match(inputWarning(['a', 'b'], { a: 1, c: 2 })!, /without a value: b\..*does not have: c\./)
  })
})

describe('a patch', () => {
  const base = definition(
    [constant('a', 'x'), node('b', ['a'], output), node('c', ['b'])],
    [edge('a', 'b', '=', 'x'), edge('c', 'b', '=', 'x')],
  )
  const change = { nodes: new Map(), inputs: null, edges: null }

  it('merges configurations, replaces dependencies, drops nodes with their edges', () => {
    const patched = patchWorkflow(base, {
      ...change,
      nodes: new Map<string, NodeUpdate | null>([
        ['a', { configuration: { value: { value: 'y' } } }],
        ['b', { dependencies: ['topic'] }],
        ['c', null],
        ['d', { type: 'COUNT', configuration: { source: 'a', type: 'words' } }],
      ]),
    })
    assert.deepEqual(
      patched.nodes.map(({ name }) => name),
      ['a', 'b', 'd'],
    )
    assert.deepEqual(patched.nodes[0]!.configuration, { value: { type: 'string', value: 'y' } })
    assert.deepEqual(patched.nodes[1]!.dependencies, ['topic'])
    assert.deepEqual(patched.edges, [base.edges[0]])
    assert.equal(patched.nodes[2]!.isOutput, false)
  })

  it('refuses to remove unknown nodes, and new nodes without a type', () => {
    for (const update of [null, { configuration: {} }])
      assert.throws(() => patchWorkflow(base, { ...change, nodes: new Map([['z', update]]) }), /"z"/)
  })

  it('keeps hostile keys as data', () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": true}}') as JsonObject
    const patched = patchWorkflow(base, { ...change, nodes: new Map([['a', { configuration: hostile }]]) })
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    assert.ok(Object.hasOwn(patched.nodes[0]!.configuration, '__proto__'))
  })
})
