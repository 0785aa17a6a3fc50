import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outlined } from './span-tree.ts'
import { firstToRead } from './use-opened-span.ts'

const span = (span_id: string, change: Partial<Outlined> = {}): Outlined => ({
  span_id,
  parent_id: null,
  name: span_id,
  kind: 'INTERNAL',
  status: 'OK',
  started_at: 0,
  ended_at: 1,
  type: 'step',
  tool_name: null,
  request_log_id: null,
  model: null,
  tokens: null,
  cost: null,
  ...change,
})

test('a trace opens where it failed, else with its last model call, else with its root', () => {
  const root = span('root')
  const calls = [
    span('last', { parent_id: 'root', started_at: 9, request_log_id: 2 }),
    span('call', { parent_id: 'root', started_at: 3, request_log_id: 1 }),
  ]
  const failed = span('tool', { parent_id: 'root', started_at: 5, status: 'ERROR' })
  assert.equal(firstToRead([]), undefined)
  assert.equal(firstToRead([root]), 'root')
  assert.equal(firstToRead([root, ...calls]), 'last')
  assert.equal(firstToRead([span('root', { status: 'ERROR' }), ...calls, failed]), 'tool')
})
