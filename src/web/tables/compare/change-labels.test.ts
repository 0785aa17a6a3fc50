import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf } from './change-labels.ts'

const fresh = { status: 'COMPLETED', text: 'Oslo', value: 1, is_judgement_stale: false } as const
const missing = (before: Parameters<typeof changeOf>[0]['cells'][number], after: typeof before) =>
  changeOf({ changes: ['missing'], cells: [before, after] }, 1)[0]

test('a row that is not comparable says why, and on which side', () => {
  assert.equal(missing(fresh, { ...fresh, status: 'STALE', value: null }), 'Stale in B')
  assert.equal(missing({ ...fresh, status: 'STALE', text: null, value: null }, fresh), 'Stale in A')
  assert.equal(missing(fresh, { ...fresh, value: null, is_judgement_stale: true }), 'Not judged in B')
  assert.equal(missing(fresh, { ...fresh, status: 'FAILED', text: null, value: null }), 'Failed in B')
  assert.equal(missing(fresh, null), 'No row in B')
  assert.equal(missing({ ...fresh, value: null }, { ...fresh, value: null }), 'No value')
  assert.equal(changeOf({ changes: ['regressed'], cells: [fresh, fresh] }, 1)[0], 'Regressed')
})
