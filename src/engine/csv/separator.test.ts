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
    ['Name;Weight, kg;Note\nCup;0,5;\nPot;1,5;"a, b"\n', ';'],
    ['Name;Weight, kg;Note\r\nCup;0,5;x', ';'],
    ['id,notes; remarks\n1,none\n2,"a; b"\n', ','],
    ['id,notes; remarks\n1,a; b\n2,c\n', ','],
    ['id\tname, first\n1\tAda\n2\tBob, the\n', '\t'],
    ['a;b,c\n1;2,3\n4;5', ','],
    ['', ','],
  ]
  for (const [text, separator] of cases)
    it(`is ${JSON.stringify(separator)} in ${JSON.stringify(text)}`, () =>
      assert.equal(separatorIn(text), separator))
})
