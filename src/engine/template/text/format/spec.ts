import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { pointCount, pointSlice } from '../values/characters.ts'
import { numberOf } from '../values/numbers.ts'
import { str } from '../values/repr.ts'
import { textOf, typeName } from '../values/types.ts'
import { Float, type Value } from '../values/value.ts'
import { floatDigits, group, intDigits } from './number-text.ts'

interface Spec {
  fill: string
  align: '<' | '>' | '=' | '^' | ''
  sign: '+' | '-' | ' '
  alternate: boolean
  width: number
  grouping: ',' | '_' | ''
  precision: number | undefined
  type: string
}

/** `format(value, spec)` of Python's mini-language: `[[fill]align][sign][#][0][width][,_][.precision][type]`. */
export function formatValue(value: Value, spec: string, budget: Budget): string {
  if (spec === '') return str(value, budget)
  const parsed = parseSpec(spec)
  budget.text(Math.max(parsed.width, parsed.precision ?? 0))
  const text = textOf(value)
  if (text !== undefined) return formatText(text, parsed)
  const number = numberOf(value)
  if (number === undefined) return fail(`unsupported format string passed to ${typeName(value)}.__format__`)
  return formatNumber(number, parsed, budget)
}

function formatText(text: string, spec: Spec): string {
  if (spec.type !== '' && spec.type !== 's')
    fail(`Unknown format code '${spec.type}' for object of type 'str'`)
  if (spec.align === '=') fail("'=' alignment not allowed in string format specifier")
  const truncated =
    spec.precision === undefined ? text : pointSlice(text, 0, Math.min(spec.precision, pointCount(text)))
  return pad(truncated, '', spec, '<')
}

function formatNumber(number: number | bigint | Float, spec: Spec, budget: Budget): string {
  const floating = number instanceof Float || (spec.type !== '' && 'eEfFgG%'.includes(spec.type))
  if (spec.type === 'c' && !floating) return pad(String.fromCodePoint(codePoint(number)), '', spec, '<')
  const negative = number instanceof Float ? number.value < 0 || Object.is(number.value, -0) : number < 0
  if (!floating && spec.precision !== undefined) fail('Precision not allowed in integer format specifier')
  const digits = floating
    ? floatDigits(
        Math.abs(number instanceof Float ? number.value : Number(number)),
        spec.type,
        spec.precision,
      )
    : intDigits(number, spec.type, spec.alternate, budget)
  const sign = negative ? '-' : spec.sign === '-' ? '' : spec.sign
  const body = spec.grouping === '' ? digits.body : group(digits.body, spec.grouping, digits.groupSize)
  return pad(body, sign + digits.prefix, spec, '>')
}

function codePoint(value: number | bigint | Float): number {
  const code = value instanceof Float ? Number.NaN : Number(value)
  return code >= 0 && code < 0x110000 ? code : fail('%c arg not in range(0x110000)')
}

function pad(body: string, prefix: string, spec: Spec, fallback: '<' | '>'): string {
  const missing = spec.width - pointCount(body) - prefix.length
  if (missing <= 0) return prefix + body
  const fill = (count: number) => spec.fill.repeat(count)
  switch (spec.align || fallback) {
    case '<':
      return prefix + body + fill(missing)
    case '=':
      return prefix + fill(missing) + body
    case '^':
      return fill(Math.floor(missing / 2)) + prefix + body + fill(Math.ceil(missing / 2))
    default:
      return fill(missing) + prefix + body
  }
}

const SPEC = /^(?:(.)?([<>=^]))?([+\- ])?(#)?(0)?(\d{0,9})([,_])?(?:\.(\d{1,9}))?([a-zA-Z%])?$/su

function parseSpec(text: string): Spec {
  const match = text.length > 40 ? null : SPEC.exec(text)
  if (!match) return fail('Invalid format specifier')
  const [, fill, align, sign, alternate, zero, width, grouping, precision, type] = match
  return {
    fill: fill ?? (zero ? '0' : ' '),
    align: (align ?? (zero ? '=' : '')) as Spec['align'],
    sign: (sign ?? '-') as Spec['sign'],
    alternate: alternate !== undefined,
    width: Number(width),
    grouping: (grouping ?? '') as Spec['grouping'],
    precision: precision === undefined ? undefined : Number(precision),
    type: type ?? '',
  }
}
