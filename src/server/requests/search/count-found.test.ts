import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseSearch } from '../../../engine/search/index.ts'
import { isTooLongToCount } from './count-found.ts'

const contains = { field: 'output_text', operator: 'contains', value: 'ello' }
const tag = { field: 'tags', operator: 'contains', value: 'a' }
const searchFor = (...filters: object[]) => ({ query: parseSearch({ filter_group: { filters } }) })

it('does not count if reading texts would exceed the time limit', () => {
  assert.equal(isTooLongToCount(searchFor(tag, contains), 25, 100), true)
  assert.equal(isTooLongToCount(searchFor(tag, contains), 25, 2), false)
  assert.equal(isTooLongToCount(searchFor(tag), 25, 5_000), false)
})
