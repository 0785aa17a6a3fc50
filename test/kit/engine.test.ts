import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testEngine } from './engine.ts'

test('a run names the engine that its tests use', () => {
  assert.equal(testEngine(), process.env['GALLEY_TEST_ENGINE'] ?? 'sqlite')
})
