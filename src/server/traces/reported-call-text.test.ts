import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readReportedCall, reportedCallText } from './reported-call-text.ts'

const call = {
  responseId: 'chatcmpl-1',
  models: ['gpt-4o-mini', 'gpt-4o-mini-2024-07-18'],
  inputTokens: 410,
  outputTokens: 230,
  isFailed: true,
  scope: 'opentelemetry.instrumentation.openai',
  detail: 1_003_003,
}

it('reads a reported call as it was written, on both engines', () => {
  for (const dialect of ['sqlite', 'postgres'] as const)
    assert.deepEqual(readReportedCall(reportedCallText(dialect, call), call.responseId), call, dialect)
  const withoutId = { ...call, responseId: null, isFailed: false }
  assert.deepEqual(readReportedCall(reportedCallText('sqlite', withoutId), null), withoutId)
})

it('writes the object that version 0.1.0 reads on PostgreSQL', () => {
  assert.deepEqual(JSON.parse(reportedCallText('postgres', call)), call)
})
