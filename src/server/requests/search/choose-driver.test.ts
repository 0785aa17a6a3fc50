import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sparsestDriver } from './choose-driver-queries.ts'
import { type Posting, withoutPosting } from './driver.ts'

const posting = (value: string): Posting => ({ kind: 1, key: '', values: [value] })
const [a, b, c] = ['a', 'b', 'c'].map(posting) as [Posting, Posting, Posting]

it('starts from the shortest list that ends within its sample', () => {
  const samples = [
    { posting_index: 0, requests: 1_000, farthest: 10 },
    { posting_index: 1, requests: 900, farthest: 90 },
    { posting_index: 2, requests: 20, farthest: 95 },
  ]
  assert.deepEqual(sparsestDriver([a, b, c], samples, true), { by: 'facet', posting: c, isFew: true })
})

it('starts from the list whose sample reaches farthest, in either direction', () => {
  const samples = [
    { posting_index: 0, requests: 1_000, farthest: 40 },
    { posting_index: 1, requests: 1_000, farthest: 10 },
    { posting_index: 2, requests: 1_000, farthest: 70 },
  ]
  assert.deepEqual(sparsestDriver([a, b, c], samples, true), { by: 'facet', posting: b, isFew: false })
  assert.deepEqual(sparsestDriver([a, b, c], samples, false), { by: 'facet', posting: c, isFew: false })
})

it('tests requests of a list by all other conditions', () => {
  const tag = (value: string) => ({ type: 'facet' as const, kind: 'tags' as const, key: '', in: [value] })
  const remaining = withoutPosting(
    { type: 'all', of: [tag('a'), tag('b'), { type: 'not', of: tag('a') }] },
    a,
  )
  const everything = { type: 'all', of: [] }
  assert.deepEqual(remaining, { type: 'all', of: [everything, tag('b'), { type: 'not', of: tag('a') }] })
  assert.deepEqual(withoutPosting({ type: 'any', of: [tag('a'), tag('b')] }, a), {
    type: 'any',
    of: [tag('a'), tag('b')],
  })
})
