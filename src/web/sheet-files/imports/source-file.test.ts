import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clashOf, mappedCsv, mappingFor, readSource } from './source-file.ts'

describe('a file to import', () => {
  it('is CSV with titles', () => {
    const file = readSource('cases.csv', 'question,Expected\n1+1,2\n')
    assert.deepEqual(file.titles, ['question', 'Expected'])
    const mapping = mappingFor(file, ['Question', 'Answer'])
    assert.deepEqual(mapping, ['Question', 'Expected'])
    assert.equal(mappedCsv(file, mapping), 'Question,Expected\n1+1,2\n')
    assert.equal(mappedCsv(file, [null, 'Answer']), 'Answer\n2\n')
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

  it('reports its fault', () => {
    assert.throws(() => readSource('a.csv', ''), /empty/)
    assert.throws(() => readSource('a.json', '[1]'), /Item 1/)
    assert.throws(() => readSource('a.json', '[]'), /no objects/)
    assert.throws(() => readSource('a.json', '{'), SyntaxError)
  })

  it('may not have two columns go to one', () => {
    assert.equal(clashOf(['a', null, 'b', null]), null)
    assert.equal(clashOf(['a', 'b', 'a']), 'a')
  })
})
