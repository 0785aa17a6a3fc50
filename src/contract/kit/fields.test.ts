import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanText, textBoolean, textInteger, textList } from './fields.ts'

const oneToTen = textInteger({ minimum: 1, maximum: 10 })

for (const [text, number] of [
  ['1', 1],
  ['10', 10],
  ['007', 7],
  [5, 5],
] as const)
  test(`${JSON.stringify(text)} is the number ${number}`, () => assert.equal(oneToTen.parse(text), number))

for (const value of [
  '0',
  '11',
  '-1',
  '',
  ' 1',
  '1 ',
  '1.0',
  '1e1',
  '0x1',
  '٣',
  'one',
  1.5,
  11,
  Number.NaN,
  null,
  true,
  ['1'],
])
  test(`${JSON.stringify(value)} is no number from 1 to 10`, () =>
    assert.ok(!oneToTen.safeParse(value).success))

test('whole numbers have at most fifteen digits, so that none is rounded', () => {
  assert.equal(textInteger().parse('-999999999999999'), -999_999_999_999_999)
  assert.ok(!textInteger().safeParse('1000000000000000').success)
})

test('booleans are read from words and digits', () => {
  const booleans = ['true', '1', 'TRUE', true, 'false', '0', false].map((value) => textBoolean.parse(value))
  assert.deepEqual(booleans, [true, true, true, true, false, false, false])
  for (const value of ['yes', '', 1, null]) assert.ok(!textBoolean.safeParse(value).success)
})

test('a list in a query is a repeated parameter, a comma-separated one, or both', () => {
  assert.deepEqual([textList.parse('a'), textList.parse(['a', 'b'])], [['a'], ['a', 'b']])
  assert.deepEqual(textList.parse(['a, b', 'c,']), ['a', 'b', 'c'])
})

test('clean text has no NUL and no unpaired surrogate', () => {
  for (const text of ['', '👋', '\u202e', '\n']) assert.equal(cleanText.parse(text), text)
  for (const text of ['\u0000', 'a\u0000', '\ud800', 'a\udc00b'])
    assert.ok(!cleanText.safeParse(text).success)
})
