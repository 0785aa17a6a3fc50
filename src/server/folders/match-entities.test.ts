import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FolderedEntity } from './foldered-kind.ts'
import { inOrder, matches } from './match-entities.ts'

const entity = (id: number, name: string, rest: Partial<FolderedEntity> = {}): FolderedEntity => ({
  type: 'PROMPT',
  id,
  name,
  folderId: null,
  createdAt: 10,
  updatedAt: 20,
  tags: [],
  metadata: {},
  contentMatches: false,
  ...rest,
})
const noFilter = { tags: [], times: {} }

describe('a filter of entities', () => {
  it('compares type, words, tags and times, bounds included', () => {
    const one = entity(1, 'Straße', { tags: ['A', 'b'] })
    assert.ok(matches(one, noFilter))
    assert.ok(matches(one, { ...noFilter, types: ['FOLDER', 'PROMPT'] }))
    assert.ok(!matches(one, { ...noFilter, types: ['SNIPPET'] }))
    assert.ok(matches(one, { ...noFilter, search: 'STRASS' }) === false)
    assert.ok(matches(one, { ...noFilter, search: 'TRAß' }))
    assert.ok(matches({ ...one, contentMatches: true }, { ...noFilter, search: 'none' }))
    assert.ok(matches(one, { ...noFilter, tags: ['a', 'B'] }))
    assert.ok(!matches(one, { ...noFilter, tags: ['a', 'c'] }))
    assert.ok(
      matches(one, {
        ...noFilter,
        times: { created_after: 10, created_before: 10, updated_after: 20, updated_before: 20 },
      }),
    )
    assert.ok(!matches(one, { ...noFilter, times: { created_after: 11 } }))
    assert.ok(!matches(one, { ...noFilter, times: { updated_before: 19 } }))
  })
})

describe('an order of entities', () => {
  const ids = (entities: FolderedEntity[]) => entities.map(({ id }) => id)
  const some = [entity(3, 'b'), entity(1, 'x'), entity(2, 'b', { updatedAt: 5 })]

  it('is unchanged, or by name matches after a search', () => {
    assert.deepEqual(ids(inOrder(some, { direction: 'desc' }, undefined)), [3, 1, 2])
    assert.deepEqual(ids(inOrder(some, { direction: 'desc' }, 'X')), [1, 3, 2])
  })

  it('is the requested one, then by id', () => {
    assert.deepEqual(ids(inOrder(some, { by: 'name', direction: 'asc' }, 'x')), [2, 3, 1])
    assert.deepEqual(ids(inOrder(some, { by: 'name', direction: 'desc' }, undefined)), [1, 3, 2])
    const cases = [entity(1, 'Case 11'), entity(2, 'case 2'), entity(3, 'case 1')]
    assert.deepEqual(ids(inOrder(cases, { by: 'name', direction: 'asc' }, undefined)), [3, 2, 1])
    assert.deepEqual(ids(inOrder(some, { by: 'updated_at', direction: 'asc' }, undefined)), [2, 1, 3])
    assert.deepEqual(ids(inOrder(some, { by: 'id', direction: 'desc' }, undefined)), [3, 2, 1])
  })
})
