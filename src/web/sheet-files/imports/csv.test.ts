import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCsv, writeCsv } from './csv.ts'

describe('CSV', () => {
  it('preserves written values', () => {
    const rows = [
      ['question', 'a, b', 'she said "hi"'],
      ['two\nlines', '', null],
      ['x', null, 'ü'],
    ]
    assert.deepEqual(readCsv(writeCsv(rows)), rows)
  })

  it('quotes titles that contain the separator', () => {
    assert.equal(writeCsv([['a;b'], ['c\td']]), '"a;b"\n"c\td"\n')
  })

  it('reads files of other programs: byte order marks, line ends, empty lines', () => {
    assert.deepEqual(readCsv('\uFEFFa,b\r\n1,2\r\n\r\n3,"4"'), [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
    assert.deepEqual(readCsv(''), [])
    assert.deepEqual(readCsv('a,\n'), [['a', null]])
  })

  it('uses the separator that a person chooses', () => {
    assert.deepEqual(readCsv('a;b,c\n1;2,3\n', ';'), [
      ['a', 'b,c'],
      ['1', '2,3'],
    ])
  })

  it('names the row of a misplaced quote', () => {
    assert.throws(() => readCsv('a\nb"c\n'), /Row 2/)
    assert.throws(() => readCsv('a\n"b'), /Row 2/)
  })
})
