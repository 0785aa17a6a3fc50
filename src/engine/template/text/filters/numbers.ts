import { type Builtin, flagArg, intArg, takes } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { negate } from '../values/arithmetic.ts'
import { order } from '../values/compare.ts'
import { readFloat, readInt } from '../values/number-reading.ts'
import { compareNumbers, numberOf, toDouble, truncate } from '../values/numbers.ts'
import { binary } from '../values/operators.ts'
import { iterateItems, requireLength } from '../values/sequences.ts'
import { textOf, typeName } from '../values/types.ts'
import { Float, type Host, Undefined, type Value } from '../values/value.ts'
import { attributeGetter, lowerCaseIfText } from './attributes.ts'

function toInt(host: Host, value: Value, [fallback, base]: readonly (Value | undefined)[]): Value {
  if (value instanceof Undefined) return fail(value.message)
  const other = fallback === undefined ? 0 : fallback
  const text = textOf(value)
  if (text !== undefined) {
    host.budget.read(text.length)
    const int = readInt(text, intArg(base, 'base', 10))
    if (int !== undefined) return int
    const float = readFloat(text)
    return float === undefined || !Number.isFinite(float) ? other : truncate(float)
  }
  const number = numberOf(value)
  if (number === undefined) return other
  if (!(number instanceof Float)) return number
  return Number.isNaN(number.value) ? other : truncate(number.value)
}

function toFloat(host: Host, value: Value, [fallback]: readonly (Value | undefined)[]): Value {
  if (value instanceof Undefined) return fail(value.message)
  const other = fallback === undefined ? new Float(0) : fallback
  const text = textOf(value)
  if (text !== undefined) {
    host.budget.read(text.length)
    const float = readFloat(text)
    return float === undefined ? other : new Float(float)
  }
  const number = numberOf(value)
  return number === undefined ? other : new Float(toDouble(number))
}

function extreme(sign: 1 | -1): Builtin {
  return takes('case_sensitive? attribute?', (host, value, [caseSensitive, attribute]) => {
    const read = attributeGetter(host, attribute)
    const keyOf = flagArg(caseSensitive) ? read : (item: Value) => lowerCaseIfText(read(item))
    let best: { item: Value; key: Value } | undefined
    for (const item of iterateItems(value, host.budget)) {
      const key = keyOf(item)
      if (!best || order(key, best.key, sign > 0 ? '>' : '<', host.budget) * sign > 0) best = { item, key }
    }
    return best ? best.item : new Undefined('No aggregated item, sequence was empty.')
  })
}

export const NUMBER_FILTERS: Readonly<Record<string, Builtin>> = {
  abs: takes('', (_host, value) => {
    const number = numberOf(value) ?? fail(`bad operand type for abs(): '${typeName(value)}'`)
    if (number instanceof Float) return new Float(Math.abs(number.value))
    return compareNumbers(number, 0) < 0 ? negate(number) : number
  }),
  int: takes('default? base?', toInt),
  float: takes('default?', toFloat),
  min: extreme(-1),
  max: extreme(1),
  sum: takes('attribute? start?', (host, value, [attribute, start]) => {
    if (textOf(start ?? null) !== undefined) fail("sum() can't sum strings")
    const read = attributeGetter(host, attribute)
    let total: Value = start === undefined ? 0 : start
    for (const item of iterateItems(value, host.budget)) total = binary('+', total, read(item), host.budget)
    return total
  }),
  length: takes('', (host, value) => requireLength(value, host.budget)),
  count: takes('', (host, value) => requireLength(value, host.budget)),
}
