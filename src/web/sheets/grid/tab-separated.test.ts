import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromTabSeparated, toTabSeparated } from './tab-separated.ts'

describe('tab-separated text', () => {
  it('preserves copied values', () => {
    const rows = [
      ['plain', 'a\ttab', 'two\nlines'],
      ['', 'she said "hi"', 'x'],
    ]
    assert.deepEqual(fromTabSeparated(toTabSeparated(rows)), rows)
  })

  it('reads the text of spreadsheets, with or without a last line break', () => {
    assert.deepEqual(fromTabSeparated('a\tb\r\nc\td\r\n'), [
      ['a', 'b'],
      ['c', 'd'],
    ])
    assert.deepEqual(fromTabSeparated('alone'), [['alone']])
    assert.deepEqual(fromTabSeparated('a\t'), [['a', '']])
    assert.deepEqual(fromTabSeparated('a\n\nb'), [['a'], [''], ['b']])
  })

  it('keeps a quote inside a cell, and a quote that is never closed', () => {
    assert.deepEqual(fromTabSeparated('5" pipe\t"open'), [['5" pipe', '"open']])
  })
})
