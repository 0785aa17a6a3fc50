import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Echoes } from './echoes.ts'

describe('texts that come back to their editor', () => {
  it('are recognised in any order of late renders; another value is not taken for one of them', () => {
    const echoes = new Echoes()
    for (const text of ['a', 'ab', 'abc']) echoes.report(text)
    assert.deepEqual(
      ['ab', 'abc', 'abc', 'other'].map((value) => echoes.has(value)),
      [true, true, false, false],
    )
  })
})
