import assert from 'node:assert/strict'
import { test } from 'node:test'
import { span } from './span.cases.ts'
import { idsOfPart, spanParts } from './span-filter.ts'
import { treeOf } from './span-tree.ts'

const call = { type: 'llm', request_log_id: 1, tokens: 10, cost: 0.5 } as const
const spans = [
  span('root', null),
  span('agent', 'root', { type: 'agent' }),
  span('first', 'agent', call),
  span('second', 'agent', { ...call, cost: null }),
  span('search', 'root', { type: 'tool', status: 'ERROR' }),
]
const byId = new Map(spans.map((span) => [span.span_id, span]))

test('parts are counted, failed spans first', () => {
  assert.deepEqual(
    spanParts(spans).map(({ name, count }) => `${name} ${count}`),
    ['Failed 1', 'Model call 2', 'Agent 1', 'Tool 1'],
  )
})

test('a part has its spans and their ancestors', () => {
  assert.deepEqual([...idsOfPart(spans, byId, 'Model call')].sort(), ['agent', 'first', 'root', 'second'])
  assert.deepEqual([...idsOfPart(spans, byId, 'failed')].sort(), ['root', 'search'])
})

test('a span has the sums of the model calls below it', () => {
  const [root] = treeOf(spans)
  assert.deepEqual(root!.sums, { calls: 2, tokens: 20, cost: 0.5, unpriced: 1 })
  assert.deepEqual(root!.children[1]!.sums, { calls: 0, tokens: 0, cost: 0, unpriced: 0 })
})
