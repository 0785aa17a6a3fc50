import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errorOf, openSandbox, returned } from './kit.ts'

const { run } = openSandbox({ after })
const value = async (code: string) => returned(await run('javascript', `return ${code}`))

describe('Intl of JavaScript', () => {
  for (const [code, expected] of [
    ['(1234567.891).toLocaleString("de-DE")', '1.234.567,891'],
    ['(1234567.891).toLocaleString()', '1,234,567.891'],
    ['12345678901234567890n.toLocaleString("en")', '12,345,678,901,234,567,890'],
    ['new Intl.NumberFormat("en").format("12345678901234567890.5")', '12,345,678,901,234,567,890.5'],
    ['[1.5, NaN, Infinity, -0].map(Intl.NumberFormat("en").format)', ['1.5', 'NaN', '∞', '-0']],
    ['new Date(0).toLocaleDateString("de-DE", { timeZone: "America/New_York" })', '31.12.1969'],
    ['[new Date(0).toLocaleTimeString("de"), new Date(NaN).toLocaleString()]', ['00:00:00', 'Invalid Date']],
    ['new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }).format(0)', '1 Jan 1970'],
    ['new Intl.DateTimeFormat("en").formatToParts(0).map(({ type }) => type).length', 5],
    ['Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
    ['new Intl.NumberFormat("xx").resolvedOptions().locale', 'en-US'],
    ['["z", "ä", "B", "a"].sort((one, other) => one.localeCompare(other))', ['a', 'ä', 'B', 'z']],
    ['["z", "ä", "a"].sort(new Intl.Collator("sv").compare)', ['a', 'z', 'ä']],
    ['["10", "9"].sort((one, other) => one.localeCompare(other, "en", { numeric: true }))', ['9', '10']],
    ['["i".toLocaleUpperCase("tr"), "I".toLocaleLowerCase()]', ['İ', 'i']],
    ['new Intl.PluralRules("en", { type: "ordinal" }).select(2)', 'two'],
    ['new Intl.ListFormat("en").format(["a", "b", "c"])', 'a, b, and c'],
    ['new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day")', 'yesterday'],
    ['new Intl.DisplayNames("de", { type: "region" }).of("FR")', 'Frankreich'],
    ['[...new Intl.Segmenter().segment("👩‍👩‍👧é")].map(({ segment }) => segment)', ['👩‍👩‍👧', 'é']],
    [
      '[Intl.getCanonicalLocales("EN-us"), Intl.NumberFormat.supportedLocalesOf(["de", "xx"])]',
      [['en-US'], ['de']],
    ],
    [
      '[String(Intl), Object.keys(new Intl.NumberFormat()), typeof Intl.Locale]',
      ['[object Intl]', [], 'undefined'],
    ],
  ] as const)
    test(code, async () => assert.deepEqual(await value(code), expected))

  test('stands beside the other parts', async () => {
    const all =
      '[new URL("http://a/b").host, (1).toLocaleString(), structuredClone([1]), new TextEncoder().encode("a").length]'
    assert.deepEqual(await value(all), ['a', '1', [1], 1])
  })

  for (const [code, type, message] of [
    ['new Intl.NumberFormat("de_DE")', 'RangeError', /de_DE/],
    ['"a".localeCompare("b", "de_DE")', 'RangeError', /de_DE/],
    ['new Intl.DateTimeFormat("en", { timeZone: "Mars/Base" })', 'RangeError', /Mars\/Base/],
    ['new Intl.DateTimeFormat("en").format(NaN)', 'RangeError', /time value/],
    ['new Intl.ListFormat("en").format([1])', 'TypeError', /non-String/],
    ['Intl.PluralRules("en")', 'TypeError', /'new'/],
    ['Number.prototype.toLocaleString.call("1")', 'TypeError', /not a number/],
    ['Intl.NumberFormat.prototype.resolvedOptions.call({})', 'TypeError', /receiver/],
  ] as const)
    test(`${code} fails`, async () => {
      const error = errorOf(await run('javascript', `return ${code}`))
      assert.deepEqual([error.type, error.line], [type, 1])
      assert.match(error.message, message)
    })
})
