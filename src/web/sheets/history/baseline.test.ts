import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstBaseline, namedBaseline } from './baseline.ts'

const version = (id: string, name: string | null, row_count: number) => ({
  id,
  name,
  metadata: { row_count },
})

test('the first baseline is the newest named version, or else the newest one with rows', () => {
  const automatic = [version('c', null, 0), version('b', null, 5), version('a', null, 3)]
  assert.equal(firstBaseline(automatic), 'b')
  assert.equal(namedBaseline(automatic), undefined)
  assert.equal(firstBaseline([...automatic, version('named', 'baseline', 3)]), 'named')
  assert.equal(firstBaseline([version('c', null, 0)]), undefined)
})
