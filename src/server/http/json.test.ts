import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../engine/refusal.ts'
import { parseJson } from './json.ts'

const parse = (text: string, keepsOriginal = false) =>
  parseJson(Buffer.from(text), keepsOriginal ? 'logged' : 'refused')

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error
  }
  return assert.fail('nothing was refused')
}

for (const text of [
  '{}',
  '[]',
  'null',
  '1',
  '"é\\u0000\\ud800"',
  ' {"a": [1, 2.5, -0.1e-5]} ',
  '{"a":1,"a":2}',
])
  test(`reads ${text}`, () => assert.deepEqual(parse(text), JSON.parse(text)))

for (const text of ['', '{', "{'a':1}", '{"a":1,}', 'NaN', '\uFEFF{}', '{} {}', '01'])
  test(`refuses ${JSON.stringify(text)} as a whole`, () => {
    const { code, data } = refusalOf(() => parse(text))
    assert.deepEqual([code, data['loc']], ['invalid', ['body']])
  })

test('refuses invalid UTF-8', () => {
  assert.match(refusalOf(() => parseJson(Buffer.from([0x22, 0xff, 0x22]), 'logged')).message, /UTF-8/)
})

for (const number of ['9007199254740993', '-9007199254740993', '1e400', '123456789012345678901234567890'])
  test(`refuses ${number}, which a double changes, and names its field`, () => {
    const locOf = (text: string) => refusalOf(() => parse(text)).data['loc']
    assert.deepEqual(locOf(`{"a":{"n":${number}}}`), ['body', 'a', 'n'])
    assert.deepEqual(locOf(`{"a":[{"":[1,${number}]},${number}]}`), ['body', 'a', '0', '', '1'])
    assert.deepEqual(locOf(number), ['body'])
    const written = number === '1e400' ? '"1e400"' : number
    assert.equal(JSON.stringify(parse(`{"n":${number}}`, true)), `{"n":${written}}`)
  })

for (const text of [
  '{"n":9007199254740991}',
  '{"n":0.12345678901234567}',
  '{"id":"12345678901234567890"}',
  '{"n":1e300}',
  '{"n":100000000000000000000}',
  '{"n":-123456789012345680}',
])
  test(`takes ${text}`, () => assert.deepEqual(parse(text), JSON.parse(text)))

for (const number of ['0.1234567890123456789', '123456789012345678901234567890.5', '1e-400'])
  test(`refuses ${number}, which a double would round`, () => {
    assert.deepEqual(refusalOf(() => parse(`{"a":[${number}]}`)).data['loc'], ['body', 'a', '0'])
    assert.deepEqual(parse('{"a":0.1000000000000000055511151231257827}'), { a: 0.1 })
  })

test('numbers can keep their digits', () => {
  const exact = (text: string) => parseJson(Buffer.from(text), 'exact')
  const text = '{"a":[9007199254740993,-0.1234567890123456789,1],"b":100000000000000000000}'
  assert.equal(JSON.stringify(exact(text)), text)
  assert.match(refusalOf(() => exact('[1e400]')).message, /1e400 is out of range/)
})

for (const key of ['__proto__', '\\u005f_proto__', '__\\u0070roto__'])
  test(`refuses the key ${key}, which would be lost`, () => {
    assert.equal(refusalOf(() => parse(`{"a":{"${key}":{}}}`)).code, 'invalid')
    assert.doesNotThrow(() => parse(`{"${key}":{}}`, true))
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

test('takes 100 levels and no more', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  assert.doesNotThrow(() => parse(nested(100)))
  for (const levels of [101, 100_000]) {
    assert.match(refusalOf(() => parse(nested(levels))).message, /deeper/)
    assert.match(refusalOf(() => parse(nested(levels), true)).message, /deeper/)
  }
})

test('a wide body is not deep', () => {
  assert.doesNotThrow(() => parse(`[${'[],'.repeat(1_000)}{}]`))
})

test('reports the fault without quoting the body', () => {
  for (const text of [
    '{"value": hunter2}',
    '{"value": "hunter2" "hunter2"}',
    `[${'1,'.repeat(99)}hunter2]`,
    '"hunter2',
  ])
    assert.throws(
      () => parse(text),
      ({ message }: Error) => message.startsWith('the body is not JSON: ') && !message.includes('hunter'),
    )
})

test('logged numbers keep their digits, and are text beyond any range', () => {
  const logged = (text: string) => JSON.stringify(parseJson(Buffer.from(text), 'logged'))
  const text = '{"a":1795168800000000001,"b":[-9007199254740993,1],"c":"x: 1795168800000000001"}'
  assert.equal(logged(text), text)
  assert.equal(
    logged('[1e400, 1e3, 0.1, 0.1000000000000000055511151231257827]'),
    '["1e400",1000,0.1,0.1000000000000000055511151231257827]',
  )
  const parsed = parseJson(Buffer.from('{"__proto__":{"a":1795168800000000001}}'), 'logged') as object
  assert.deepEqual(Object.keys(parsed), ['__proto__'])
  assert.equal(Object.getPrototypeOf(parsed), Object.prototype)
})

test('a number of more than a million digits is refused, also where longer ones become text', () => {
  for (const mode of ['refused', 'logged', 'exact', 'imported'] as const) {
    const long = (digits: number) => parseJson(Buffer.from(`{"a":${'7'.repeat(digits)}}`), mode)
    assert.match(
      refusalOf(() => long(1_000_001)).message,
      /^the number 7{40} is out of range; send it as text$/,
    )
  }
  const taken = parseJson(Buffer.from(`{"a":${'7'.repeat(1_000_000)}}`), 'logged') as { a: string }
  assert.equal(taken.a.length, 1_000_000)
})

test('counts the values of a body, and names the limit', () => {
  const list = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`
  assert.doesNotThrow(() => parse(list('{}', 19_999)))
  for (const text of [list('{}', 20_000), list('"a,b"', 20_000), list('{"a":["b"]}', 7_000)])
    assert.match(refusalOf(() => parse(text)).message, /JSON values; it may have 20000/)
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`
  assert.doesNotThrow(() => parse(keys(19_999)))
  assert.match(refusalOf(() => parse(keys(20_000), true)).message, /it may have 20000/)
  assert.doesNotThrow(() => parse(list('0.25', 250_000)))
  assert.match(refusalOf(() => parse(list('0.25', 250_001))).message, /numbers in lists; it may have 250000/)
  assert.doesNotThrow(() => parse(list('9007199254740993', 30_000), true))
  assert.match(
    refusalOf(() => parse(list('9007199254740993', 30_001), true)).message,
    /more than 30000 numbers/,
  )
})

test('a large text with escapes is parsed', () => {
  const text = JSON.stringify({ said: '\\"[{,'.repeat(100_000), id: '1234567890123456' })
  assert.deepEqual(parse(text), JSON.parse(text))
  const long = `{"n":9007199254740993,"said":${JSON.stringify('"\\[,1e999')}}`
  assert.equal(JSON.stringify(parse(long, true)), long)
})
