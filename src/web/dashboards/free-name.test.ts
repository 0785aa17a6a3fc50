import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeName } from './free-name.ts'

test('a taken name gets the first free number', () => {
  assert.equal(freeName('Costs', []), 'Costs')
  assert.equal(freeName('Costs', ['Costs', 'Costs 3']), 'Costs 2')
  assert.equal(freeName('Costs', ['Costs', 'Costs 2', 'Costs of May']), 'Costs 3')
})
