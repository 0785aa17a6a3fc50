import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { separatorIn } from './separator.ts'

describe('the separator of a CSV file', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a,b', ','],
    ['a;b\n1,5;2', ';'],
    ['a\tb;c', ';'],
    ['a\tb\n1\t2', '\t'],
    ['a;b,c', ','],
    ['"a,b";c', ';'],
    ['"a;b"\n1;2', ','],
    ['"a ""; b"\n1;2', ','],
    ['"a;\nb"', ','],
    ['\n\r\na;b', ';'],
    ['\ufeffa;b', ';'],
    ['"a', ','],
    ['', ','],
  ]
  for (const [text, separator] of cases)
    it(`is ${JSON.stringify(separator)} in ${JSON.stringify(text)}`, () =>
      assert.equal(separatorIn(text), separator))
})
