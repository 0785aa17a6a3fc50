import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../columns/index.ts'
import {
  advance,
  compileWorkflow,
  type NodeResult,
  type WorkflowDefinition,
  type WorkflowNode,
} from './index.ts'

/** A graph: each node reads some of those before it, and maybe runs on a condition on one of them. */
interface Sketch {
  readonly reads: readonly number[]
  readonly gate: { readonly from: number; readonly wanted: boolean } | null
  readonly asks: boolean
}

const sketches = fc
  .array(
    fc.record({
      reads: fc.array(fc.nat(20), { maxLength: 3 }),
      gate: fc.option(fc.record({ from: fc.nat(20), wanted: fc.boolean() })),
      asks: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((values) =>
    values.map(({ reads, gate, asks }, index): Sketch => {
      const earlier = (other: number) => other % Math.max(index, 1)
      return {
        reads: index === 0 ? [] : [...new Set(reads.map(earlier))],
        gate: index === 0 || !gate ? null : { from: earlier(gate.from), wanted: gate.wanted },
        asks,
      }
    }),
  )

const nameOf = (index: number) => `n${index}`

/** The answer to a node's need is the need itself. */
function definitionOf(graph: readonly Sketch[]): WorkflowDefinition {
  return {
    inputs: { start: 'string' },
    nodes: graph.map(({ reads, asks }, index): WorkflowNode => {
      const sources = ['start', ...reads.map(nameOf)]
      const mapping = Object.fromEntries(sources.map((source) => [source, source]))
      return {
        name: nameOf(index),
        type: asks ? 'PROMPT_TEMPLATE' : 'COMBINE_COLUMNS',
        configuration: asks
          ? { template: { name: 'p' }, prompt_template_variable_mappings: mapping }
          : { sources },
        dependencies: [],
        isOutput: true,
      }
    }),
    edges: graph.flatMap(({ gate }, index) =>
      gate
        ? [
            {
              source: nameOf(gate.from),
              target: nameOf(index),
              isAnd: true,
              conditionals: [
                {
                  position: 0,
                  operator: gate.wanted ? 'is_not_null' : 'is_null',
                  left_config: { source: nameOf(gate.from) },
                  right_config: {},
                },
              ],
            },
          ]
        : [],
    ),
  }
}

/** The expected results: computes the values by plain recursion, with null for a skipped node. */
function serially(graph: readonly Sketch[]): (Json | null)[] {
  const values: (Json | null)[] = []
  for (const { reads, gate } of graph) {
    const passes = !gate || (values[gate.from] !== null && gate.wanted)
    const all = passes && reads.every((sourceRead) => values[sourceRead] !== null)
    const entries = [['start', 's'], ...reads.map((sourceRead) => [nameOf(sourceRead), values[sourceRead]])]
    values.push(all ? (Object.fromEntries(entries) as Json) : null)
  }
  return values
}

test('a run has the results of a serial evaluation, for any order of answers', () => {
  fc.assert(
    fc.property(sketches, fc.infiniteStream(fc.nat(1_000)), (graph, choices) => {
      const workflow = compileWorkflow(definitionOf(graph))
      const results = new Map<number, NodeResult>()
      const busy = new Map<number, Json>()
      for (let round = 0; results.size < graph.length; round++) {
        assert.ok(round <= 2 * graph.length, 'the run stands still')
        const { finished, ready } = advance(
          workflow,
          { inputs: { start: 's' }, results },
          new Set(busy.keys()),
        )
        for (const [index, result] of finished) results.set(index, result)
        for (const [index, { need }] of ready) {
          assert.ok(need.kind === 'prompt' && !busy.has(index) && !results.has(index))
          busy.set(index, need.variables as Json)
        }
        const waiting = [...busy.keys()]
        const next = waiting[choices.next().value % Math.max(waiting.length, 1)]
        if (next === undefined) continue
        results.set(next, { status: 'SUCCESS', value: busy.get(next)! })
        busy.delete(next)
      }
      const values = graph.map((_node, index) => {
        const result = results.get(index)!
        assert.notEqual(result.status, 'FAILED')
        return result.status === 'SUCCESS' ? result.value : null
      })
      assert.deepEqual(values, serially(graph))
    }),
    { numRuns: 500 },
  )
})
