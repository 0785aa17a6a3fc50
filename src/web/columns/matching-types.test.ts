import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groups } from './kinds.ts'
import { matchingTypes } from './matching-types.ts'

const typesFor = (find: string) => matchingTypes(find).groups.flatMap(({ types }) => types)

test('without words the gallery shows all groups', () => {
  assert.deepEqual(matchingTypes('').groups, groups)
})

test('types are found by name, sentence and purpose, and one whose name matches is best', () => {
  assert.equal(matchingTypes('judge').best, 'LLM_ASSERTION')
  assert.equal(matchingTypes('prompt').best, 'PROMPT_TEMPLATE')
  assert.equal(matchingTypes('regular expression').best, 'REGEX')
  assert.equal(matchingTypes('COUNT').best, 'COUNT')
  assert.ok(typesFor('check an answer').includes('CONTAINS'))
  assert.deepEqual(typesFor('embedding'), ['COSINE_SIMILARITY'])
  assert.deepEqual(matchingTypes('no such type'), { groups: [], best: undefined })
})

test('types that a place does not offer are not found', () => {
  assert.ok(!matchingTypes('', new Set(['TEXT'])).groups.some(({ types }) => types.includes('TEXT')))
})
