import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEverything, savedQueryOf, shownOf, textOf } from './sheet-views.ts'

const shown = {
  rows: {
    filters: [{ column_id: 'a', operator: 'contains' as const, value: 'x' }],
    sort: { column_id: 'b', direction: 'desc' as const },
  },
  group: 'a',
  hidden: ['b', 'c'],
}
const columns = new Set(['a', 'b', 'c'])

test('a saved view is restored unchanged, in any order of its hidden columns', () => {
  const restored = shownOf({ query: savedQueryOf(shown) }, columns)
  assert.deepEqual(restored, shown)
  assert.equal(textOf(restored), textOf({ ...shown, hidden: ['c', 'b'] }))
  assert.notEqual(textOf(restored), textOf({ ...shown, hidden: ['c'] }))
  assert.notEqual(textOf(restored), textOf({ ...shown, group: undefined }))
})

test('parts that name deleted columns are left out', () => {
  assert.deepEqual(shownOf({ query: savedQueryOf(shown) }, new Set(['a'])), {
    rows: { filters: shown.rows.filters },
    group: 'a',
    hidden: [],
  })
  const nothing = shownOf({ query: savedQueryOf(shown) }, new Set())
  assert.ok(isEverything(nothing))
  assert.equal(textOf(nothing), textOf({ hidden: [] }))
})
