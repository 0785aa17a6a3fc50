import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReportedTexts } from './reported-texts.ts'

describe('texts that an editor reported', () => {
  it('are recognised once when they are rendered late; other values are not', () => {
    const reported = new ReportedTexts()
    for (const text of ['a', 'ab', 'abc']) reported.report(text)
    assert.deepEqual(
      ['ab', 'abc', 'abc', 'other'].map((value) => reported.take(value)),
      [true, true, false, false],
    )
  })
})
