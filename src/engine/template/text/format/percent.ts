import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { pointCount, pointSlice } from '../values/characters.ts'
import { escapeValue } from '../values/html.ts'
import { intOf, numberOf, safeInt, toDouble, truncate } from '../values/numbers.ts'
import { repr, str } from '../values/repr.ts'
import { textOf, typeName } from '../values/types.ts'
import { Dict, Float, Markup, Tuple, type Value } from '../values/value.ts'
import { floatDigits, intDigits } from './number-text.ts'

/** `text % values`: a tuple gives the values in order, a dict gives `%(name)s`, anything else is one value. */
export function percentFormat(format: Value, values: Value, budget: Budget): Value {
  const text = textOf(format) ?? ''
  const out = new PercentFormatter(text, values, format instanceof Markup, budget).format()
  return format instanceof Markup ? new Markup(out) : out
}

const DIRECTIVE = /%(?:\(([^()]*)\))?([-+ #0]*)(\*|\d{1,9})?(?:\.(\*|\d{0,9}))?[hlL]?([a-zA-Z%])/y

interface Directive {
  readonly flags: string
  readonly width: number
  readonly precision: number | undefined
  readonly code: string
}

class PercentFormatter {
  private readonly text: string
  private readonly values: Value
  private readonly items: readonly Value[]
  private readonly escape: boolean
  private readonly budget: Budget
  private used = 0

  constructor(text: string, values: Value, escaping: boolean, budget: Budget) {
    this.text = text
    this.values = values
    this.items = values instanceof Tuple ? values.items : [values]
    this.escape = escaping
    this.budget = budget
  }

  format(): string {
    let out = ''
    let offset = 0
    for (let percent = this.text.indexOf('%'); percent >= 0; percent = this.text.indexOf('%', offset)) {
      DIRECTIVE.lastIndex = percent
      const match = DIRECTIVE.exec(this.text)
      if (!match) return fail('incomplete or unsupported format')
      out += this.text.slice(offset, percent) + this.directive(match)
      offset = percent + match[0].length
      this.budget.step()
      this.budget.checkLength(out.length)
    }
    if (
      this.values instanceof Tuple ? this.used < this.items.length : this.used === 0 && isSingle(this.values)
    ) {
      fail('not all arguments converted during string formatting')
    }
    return out + this.text.slice(offset)
  }

  private directive(match: RegExpExecArray): string {
    const [, name, flags = '', width, precision, code = ''] = match
    if (code === '%') return '%'
    const wide = width === '*' ? safeInt(this.next(), 'width') : Number(width ?? 0)
    const exact = precision === '*' ? safeInt(this.next(), 'precision') : Number(precision || 0)
    this.budget.text(Math.max(Math.abs(wide), exact))
    const directive: Directive = {
      flags: wide < 0 ? `${flags}-` : flags,
      width: Math.abs(wide),
      precision: precision === undefined ? undefined : Math.max(0, exact),
      code,
    }
    const value = name === undefined ? this.next() : this.named(name)
    return this.pad(...this.convert(value, directive), directive)
  }

  private next(): Value {
    const value = this.items[this.used++]
    return value === undefined ? fail('not enough arguments for format string') : value
  }

  private named(name: string): Value {
    if (!(this.values instanceof Dict)) return fail('format requires a mapping')
    this.used = 1
    const value = this.values.text(name)
    return value === undefined ? fail(`KeyError: '${name}'`) : value
  }

  private convert(value: Value, directive: Directive): [string, string] {
    const { code, precision } = directive
    if (code === 's' || code === 'r' || code === 'a') return ['', this.textual(value, code, precision)]
    if (code === 'c') return ['', character(value)]
    const number = numberOf(value)
    if (number === undefined) return fail(`%${code} format: a number is required, not ${typeName(value)}`)
    const negative = toDouble(number) < 0 || Object.is(toDouble(number), -0)
    const sign = negative
      ? '-'
      : directive.flags.includes('+')
        ? '+'
        : directive.flags.includes(' ')
          ? ' '
          : ''
    if ('eEfFgG'.includes(code)) return [sign, floatDigits(Math.abs(toDouble(number)), code, precision).body]
    if (!'diuoxX'.includes(code)) return fail(`unsupported format character '${code}'`)
    if (number instanceof Float && 'oxX'.includes(code))
      return fail(`%${code} format: an integer is required`)
    const int = number instanceof Float ? truncate(number.value) : number
    const digits = intDigits(
      int,
      'iu'.includes(code) ? 'd' : code,
      directive.flags.includes('#'),
      this.budget,
    )
    return [(int < 0 ? '-' : negative ? '' : sign) + digits.prefix, digits.body.padStart(precision ?? 0, '0')]
  }

  private textual(value: Value, code: string, precision: number | undefined): string {
    const plain = code === 's' ? str(value, this.budget) : repr(value, this.budget)
    const text = this.escape ? escapeValue(value instanceof Markup ? value : plain, this.budget) : plain
    return precision === undefined ? text : pointSlice(text, 0, Math.min(precision, pointCount(text)))
  }

  private pad(prefix: string, body: string, { flags, width, code }: Directive): string {
    const missing = width - pointCount(body) - prefix.length
    if (missing <= 0) return prefix + body
    if (flags.includes('-')) return prefix + body + ' '.repeat(missing)
    const zero = flags.includes('0') && !'srac'.includes(code)
    return zero ? prefix + '0'.repeat(missing) + body : ' '.repeat(missing) + prefix + body
  }
}

function character(value: Value): string {
  const text = textOf(value)
  if (text !== undefined) return pointCount(text) === 1 ? text : fail('%c requires int or char')
  const code = Number(intOf(value) ?? fail('%c requires int or char'))
  return code >= 0 && code < 0x110000 ? String.fromCodePoint(code) : fail('%c arg not in range(0x110000)')
}

/** Python refuses unused single values, but not unused collections. */
function isSingle(values: Value): boolean {
  return numberOf(values) !== undefined || values === null || textOf(values) !== undefined
}
