import assert from 'node:assert/strict'
import { test } from 'node:test'
import { span as spanOf } from '../span.cases.ts'
import { type OutlinedSpan, treeOf } from '../span-tree.ts'
import { pairSpans } from './pair-spans.ts'

const span = (id: string, parent: string | null, name: string, more: Partial<OutlinedSpan> = {}) =>
  spanOf(id, parent, { name, ...more })
const paired = (before: readonly OutlinedSpan[], after: readonly OutlinedSpan[]) =>
  pairSpans(treeOf(before), treeOf(after)).map(({ kind, before: a, after: b, depth }) => [
    kind,
    a?.span_id ?? null,
    b?.span_id ?? null,
    depth,
  ])

test('spans are paired by name and position below paired parents', () => {
  const before = [
    span('a', null, 'agent'),
    span('b', 'a', 'plan'),
    span('c', 'a', 'search'),
    span('d', 'c', 'read index'),
  ]
  const after = [
    span('A', null, 'agent'),
    span('B', 'A', 'plan'),
    span('X', 'A', 'check'),
    span('C', 'A', 'search', { status: 'ERROR' }),
    span('Y', 'C', 'read cache'),
  ]
  assert.deepEqual(paired(before, after), [
    ['same', 'a', 'A', 0],
    ['same', 'b', 'B', 1],
    ['added', null, 'X', 1],
    ['changed', 'c', 'C', 1],
    ['removed', 'd', null, 2],
    ['added', null, 'Y', 2],
  ])
})

test('a model call is paired with a call of another model; a tool is not paired with another tool', () => {
  const before = [
    span('a', null, 'chat gpt-4o', { type: 'llm', model: 'gpt-4o' }),
    span('b', null, 'find order', { type: 'tool' }),
  ]
  const after = [
    span('A', null, 'chat gpt-5', { type: 'llm', model: 'gpt-5' }),
    span('B', null, 'refund', { type: 'tool' }),
  ]
  assert.deepEqual(paired(before, after), [
    ['changed', 'a', 'A', 0],
    ['removed', 'b', null, 0],
    ['added', null, 'B', 0],
  ])
})

test('every span is in one pair, also in chains of 20,000 and of 20,000 siblings', () => {
  for (const parentOf of [(at: number) => `s${at - 1}`, () => 's0']) {
    const spans = Array.from({ length: 20_000 }, (_none, index) =>
      span(`s${index}`, index === 0 ? null : parentOf(index), `step ${index}`),
    )
    const pairs = paired(spans, spans.slice(0, -1))
    assert.equal(pairs.length, 20_000)
    assert.deepEqual(
      pairs.filter(([kind]) => kind !== 'same').map(([kind, id]) => [kind, id]),
      [['removed', 's19999']],
    )
  }
})
