import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clashOf, mappedCsv, mappingFor, readSource as readBytes, tableOfWorkbook } from './source-file.ts'

const readSource = (name: string, text: string) => readBytes(name, new TextEncoder().encode(text))

describe('a file to import', () => {
  it('is CSV with titles', () => {
    const file = readSource('cases.csv', 'question,Expected\n1+1,2\n')
    assert.deepEqual(file.titles, ['question', 'Expected'])
    const mapping = mappingFor(file, ['Question', 'Answer'])
    assert.deepEqual(mapping, ['Question', 'Expected'])
    assert.equal(mappedCsv(file, mapping), 'Question,Expected\n1+1,2\n')
    assert.equal(mappedCsv(file, [null, 'Answer']), 'Answer\n2\n')
  })

  it('is CSV with semicolons or tabs, as spreadsheets write it', () => {
    const file = readSource('cases.csv', '\ufefffrage;preis\nWie viel?;1,5\n')
    assert.deepEqual(file.titles, ['frage', 'preis'])
    assert.equal(mappedCsv(file, file.titles), 'frage,preis\nWie viel?,"1,5"\n')
    assert.deepEqual(readSource('cases.csv', 'a\tb\n1\t"x\ty"\n').rows, [['1', 'x\ty']])
  })

  it('is text in the encodings that spreadsheets write', () => {
    const western = readBytes('a.csv', Uint8Array.of(0x47, 0x72, 0xf6, 0xdf, 0x65, 0x0a, 0x80))
    assert.deepEqual([western.titles, western.rows, western.encoding], [['Größe'], [['€']], 'Windows-1252'])
    const wide = Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x09, 0, 0xdf, 0, 0x0a, 0, 0x31, 0)
    const { titles, separator, encoding } = readBytes('a.csv', wide)
    assert.deepEqual([titles, separator, encoding], [['a', 'ß'], '\t', 'UTF-16'])
    const bigEndian = readBytes('a.csv', Buffer.from('\uFEFFa\tß\n1\t2\n', 'utf16le').swap16())
    assert.deepEqual([bigEndian.titles, bigEndian.encoding], [['a', 'ß'], 'UTF-16'])
  })

  it('has its titles in the first row with several values, or in the chosen one', () => {
    const workbook = { sheets: ['Cases'], sheet: 0, failedFormulas: 0, openFormulas: 0 }
    const rows = [['Golden set'], ['question', 'answer'], ['1+1', '2', 'a note', null]].map(
      (cells, index) => ({
        number: index + 2,
        cells,
      }),
    )
    const file = tableOfWorkbook(workbook, rows)
    assert.deepEqual([file.titles, file.rows.length], [['question', 'answer', 'Column 3'], 1])
    assert.equal(file.workbook.titleRow, 3)
    assert.deepEqual(tableOfWorkbook(workbook, rows, 2).titles, ['Golden set', 'Column 2', 'Column 3'])
    assert.deepEqual(tableOfWorkbook(workbook, [{ number: 1, cells: ['question'] }]).titles, ['question'])
    assert.deepEqual(tableOfWorkbook(workbook, []).titles, [])
  })

  it('numbers duplicate titles, and gives a title to columns without one', () => {
    const file = readSource('cases.csv', 'a,a, ,a\n1,2,3,4\n')
    assert.deepEqual(file.titles, ['a', 'a 2', 'Column 3', 'a 3'])
    assert.equal(clashOf(mappingFor(file, ['A'])), null)
  })

  it('is JSON as a list, on lines, or a single object', () => {
    const list = readSource('a.json', '[{"q": "x", "n": 1}, {"m": {"a": [1]}, "q": null}]')
    assert.deepEqual(list.titles, ['q', 'n', 'm'])
    assert.deepEqual(list.rows, [
      ['x', '1', null],
      [null, null, '{"a":[1]}'],
    ])
    assert.equal(readSource('a.jsonl', '{"q": 1}\n\n{"q": 2}\n').rows.length, 2)
    assert.equal(readSource('a.json', '{\n"q": 1\n}').rows.length, 1)
  })

  it('has an error that says what is wrong', () => {
    assert.throws(() => readSource('a.csv', ''), /empty/)
    assert.throws(() => readSource('a.csv', 'a,b\n1,2\n1,2,3\n'), /Row 3 has 3 values.* 2 titles/)
    assert.throws(() => readSource('a.csv', 'a,b\n'), /one row, which gives the titles/)
    assert.deepEqual(readSource('a.csv', 'a,b\n1,,\n1\n').rows, [['1', null, null], ['1']])
    assert.throws(() => readBytes('a.csv', Uint8Array.of(0x50, 0x4b, 0x03, 0x00)), /not text/)
    assert.throws(() => readSource('a.json', '[1]'), /Item 1/)
    assert.throws(() => readSource('a.json', '[]'), /no objects/)
    assert.throws(() => readSource('a.json', '{'), /^Error: The file is not valid JSON: /)
    assert.throws(() => readSource('a.jsonl', '{"q": 1}\n\n{"q": 2\n'), /^Error: Line 3 is not valid JSON: /)
  })

  it('must not map two columns to one', () => {
    assert.equal(clashOf(['a', null, 'b', null]), null)
    assert.equal(clashOf(['a', 'b', 'a']), 'a')
  })
})
