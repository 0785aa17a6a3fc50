import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadSpan as Span } from '../../traces/index.ts'
import { traceTree } from './trace-tree.ts'

const span = (id: string, parent: string | null, more: object = {}) =>
  ({
    name: id,
    context: { trace_id: 't', span_id: id, trace_state: '' },
    parent_id: parent,
    start_time: '1763640000123456789',
    end_time: null,
    latency_ms: null,
    status: { status_code: 'StatusCode.UNSET' },
    attributes: {},
    request_log_id: null,
    ...more,
  }) as unknown as Span

interface Node {
  readonly name: string
  readonly children: readonly Node[]
}
type Names = (string | Names)[]
const namesOf = ({ name, children }: Node): Names => [name, ...children.map(namesOf)]
const treeOf = (spans: readonly Span[], root = spans[0]!) =>
  traceTree(spans, root, new Map()) as unknown as Node & Record<string, unknown>

test('children are below their parents in order of arrival', () => {
  const spans = [span('a', null), span('b', 'a'), span('c', 'a'), span('d', 'b')]
  assert.deepEqual(namesOf(treeOf(spans)), ['a', ['b', ['d']], ['c']])
})

test('other roots, spans without a parent and cycles are below the root, each once', () => {
  const spans = [
    span('a', null),
    span('b', null),
    span('c', 'gone'),
    span('d', 'e'),
    span('e', 'd'),
    span('f', 'f'),
  ]
  assert.deepEqual(namesOf(treeOf(spans)), ['a', ['b'], ['c'], ['d', ['e']], ['f']])
})

test('a chain of thousands of spans is cut to a depth that JSON readers accept', () => {
  const spans = Array.from({ length: 5_000 }, (_, index) =>
    span(`${index}`, index === 0 ? null : `${index - 1}`),
  )
  const text = JSON.stringify(treeOf(spans))
  assert.equal(text.match(/"name"/g)?.length, 5_000)
  let [depth, node] = [0, treeOf(spans) as Node]
  for (; node.children.length > 0; depth++) node = node.children[0]!
  assert.equal(depth, 64)
})

test('times keep nanoseconds, and content above the limit is left out', () => {
  const large = { attributes: { text: 'x'.repeat(1_500_000) } }
  const tree = treeOf([span('a', null, large), span('b', 'a', large), span('c', 'a')])
  assert.equal(tree['start'], '2025-11-20T12:00:00.123456789Z')
  assert.deepEqual(
    tree.children.map((child) => (child as unknown as { attributes: unknown }).attributes),
    [null, null],
  )
})

test('the output is read from the attributes of SDKs and instrumentations', () => {
  const tree = treeOf([span('a', null, { attributes: { function_output: '"done"', other: 1 } })])
  assert.equal(tree['output'], '"done"')
})
