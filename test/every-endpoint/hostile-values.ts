import { Raw } from './raw.ts'

const repeat = (text: string, count: number) => text.repeat(count)

/** Texts that databases store differently, or refuse. */
export const textsToStore: readonly string[] = [
  '',
  ' ',
  '0',
  '1e3',
  '٣',
  '9007199254740993',
  '99999999999999999999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\uffff',
  '👩‍👩‍👧‍👦🇦🇶',
  repeat('e\u0301\u0323', 40),
  'ﬃ ß İ ı',
  '..\\..\\windows\\win.ini',
  "'; drop table prompts; --",
  '%_\\',
  '$1 ? :name',
  '{',
  '@@@a\u0000b@@@',
  '@@@\ud800@label:\u0000@@@',
  '9999-12-31T23:59:59Z',
  '+300000-01-01T00:00:00Z',
  '300000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  repeat('x', 600),
]

/** Texts that are parsed before they reach a database. */
const textsToRead: readonly string[] = [
  '.',
  '..',
  '/',
  'a/labels',
  '../../../../etc/passwd',
  '%00%2F%25%',
  'a?b=c#d&e',
  'a+b c',
  'null',
  'undefined',
  'NaN',
  '-1',
  '007',
  '\u2028\u2029',
  '\r\nX-Injected: 1',
  '\u001b[31m',
  '\u202eabc\u2066',
  'שלום עולם',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  "' or 1=1 --",
  '{{',
  '{x} {{ x }} {% for',
  "{{ ''.__class__.__mro__[1].__subclasses__() }}",
  '{% for i in range(999999999) %}{% endfor %}',
  '@@@absent@@@',
  '@@@@@@',
  '<script>alert(1)</script>',
]

export const hostileTexts: readonly string[] = [...textsToStore, ...textsToRead]

const members = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join()

const raw = (texts: readonly string[]): readonly Raw[] => texts.map((text) => new Raw(text))

/** JSON that databases store differently, or refuse. `JSON.stringify` cannot write it. */
export const jsonToStore: readonly Raw[] = raw([
  'null',
  'true',
  '-0',
  '-1',
  '0.1',
  '1e400',
  '1e308',
  '5e-324',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '0.1234567890123456789012345',
  '9999999999999999999999999999999999999999',
  '[]',
  '{}',
  '[null]',
  '{"":""}',
  '{"a":1,"a":2}',
  '{"a\\u0000b":"\\ud800","\\udc00":1}',
  '"\\u0000\\ud800"',
])

const jsonToRead: readonly Raw[] = raw([
  '0',
  '1e3',
  '-1e400',
  '9007199254740991',
  '9223372036854775807',
  '18446744073709551616',
  '[[[[]]]]',
  '[1,"a",null,{}]',
  '{"type":"text","type":"chat"}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"prototype":{"polluted":true},"toString":1,"hasOwnProperty":2,"toJSON":3,"then":4}',
])

export const hostileJson: readonly Raw[] = [...jsonToStore, ...jsonToRead]

export const deepList = new Raw(`${repeat('[', 100_000)}${repeat(']', 100_000)}`)

/** Values that are too large to be sent in every field. */
export const hostileBulk: readonly Raw[] = raw([
  `{${members(30_000)}}`,
  `[${repeat('0,', 30_000)}0]`,
  `"${repeat('x', 100_000)}"`,
])

/** Large values for the text of a template. */
export const bulkTexts: readonly string[] = [
  ...['{', '{{', '{%', '{#', '{a}', '@@@a', '@@@a@@@', '@@@ '].map((text) => repeat(text, 20_000)),
  repeat('x', 100_000),
]
