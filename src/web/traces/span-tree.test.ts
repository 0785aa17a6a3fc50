import assert from 'node:assert/strict'
import { test } from 'node:test'
import { span as spanOf } from './span.cases.ts'
import {
  durationOf,
  extentOf,
  failuresOf,
  firstToRead,
  type OutlinedSpan,
  pathTo,
  rowsOf,
  tokensText,
  treeOf,
} from './span-tree.ts'

const span = (id: string, parent: string | null, started_at = 0) =>
  spanOf(id, parent, { started_at, ended_at: started_at + 1 })
const shown = (spans: readonly OutlinedSpan[], closed: readonly string[] = []) =>
  rowsOf(treeOf(spans), new Set(closed)).map(({ span, depth, below }) => [span.span_id, depth, below])

test('children are below their parents, in order of arrival', () => {
  const spans = [span('a', null), span('b', 'a'), span('c', 'a'), span('d', 'b')]
  assert.deepEqual(shown(spans), [
    ['a', 0, 3],
    ['b', 1, 1],
    ['d', 2, 0],
    ['c', 1, 0],
  ])
  assert.deepEqual(shown(spans, ['b']), [
    ['a', 0, 3],
    ['b', 1, 1],
    ['c', 1, 0],
  ])
  const known = new Map(spans.map((span) => [span.span_id, span]))
  assert.deepEqual(pathTo('d', known), ['a', 'b'])
})

test('a span that ends before its start took no time', () => {
  assert.equal(durationOf(spanOf('a', null, { started_at: 500, ended_at: 100 })), 0)
  assert.equal(durationOf(spanOf('a', null, { started_at: 500, ended_at: null })), null)
})

test('no span is lost, with any stated parent', () => {
  assert.deepEqual(shown([span('a', 'gone'), span('b', 'b')]), [
    ['a', 0, 0],
    ['b', 0, 0],
  ])
  const circle = [span('a', 'c'), span('b', 'a'), span('c', 'b')]
  assert.deepEqual(shown(circle), [
    ['a', 0, 2],
    ['b', 1, 1],
    ['c', 2, 0],
  ])
  assert.deepEqual(pathTo('a', new Map(circle.map((span) => [span.span_id, span]))), ['a', 'b', 'c'])
})

test('a failure began in failed spans that have no failed span below them', () => {
  const failed = (id: string, parent: string | null) => ({ ...span(id, parent), status: 'ERROR' as const })
  const spans = [failed('a', null), failed('b', 'a'), span('c', 'b'), failed('d', 'd'), failed('e', 'c')]
  assert.deepEqual(
    failuresOf(spans).map(({ span_id }) => span_id),
    ['b', 'd', 'e'],
  )
})

test('a chain of 100,000 spans does not overflow the stack', () => {
  const spans = Array.from({ length: 100_000 }, (_none, index) =>
    span(String(index), index === 0 ? null : String(index - 1), index),
  )
  const rows = rowsOf(treeOf(spans), new Set())
  assert.equal(rows.length, 100_000)
  assert.equal(rows.at(-1)!.depth, 99_999)
  assert.equal(rows[0]!.below, 99_999)
  assert.deepEqual(extentOf(spans), { start: 0, end: 100_000 })
})

test('a trace opens where it failed, else with its last model call, else with its root', () => {
  const root = span('root', null)
  const calls = [
    { ...span('last', 'root', 9), request_log_id: 2 },
    { ...span('call', 'root', 3), request_log_id: 1 },
  ]
  const failed = { ...span('tool', 'root', 5), status: 'ERROR' as const }
  assert.equal(firstToRead([]), undefined)
  assert.equal(firstToRead([root]), 'root')
  assert.equal(firstToRead([root, ...calls]), 'last')
  assert.equal(firstToRead([{ ...root, status: 'ERROR' as const }, ...calls, failed]), 'tool')
})

test('the sum of an agent has a dash if none of its calls reported tokens', () => {
  const agent = span('agent', null)
  const call = { ...span('call', 'agent'), request_log_id: 1 }
  assert.equal(tokensText(treeOf([agent, call])[0]!.sums), '–')
  assert.equal(
    tokensText(treeOf([agent, call, { ...call, span_id: 'next', tokens: 1_200 }])[0]!.sums),
    '1,200',
  )
})
