import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceSummary } from './trace-summary.ts'

const span = (name: string, parent_id: string | null, request_log_id: number | null = null) => ({
  name,
  parent_id,
  request_log_id,
})

test('a trace in one line', () => {
  const spans = [span('search', 'a'), span('agent', null), span('chat', 'a', 7)]
  assert.equal(traceSummary({ spans, span_count: 3, status: 'closed' }), 'agent, 3 spans, 1 model call')
  assert.equal(
    traceSummary({ spans, span_count: 1200, status: 'open' }),
    'agent, 1,200 spans, 1 model call so far, the first 3 are shown, still open',
  )
  assert.equal(traceSummary({ spans: [], span_count: 0, status: 'closed' }), '0 spans')
})
