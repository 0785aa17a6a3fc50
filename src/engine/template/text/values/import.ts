import { ExactNumber } from '../../../json/exact-number.ts'
import { failBudget } from '../errors.ts'
import { type Int, normalize } from './numbers.ts'
import { Dict, Float, Undefined, type Value } from './value.ts'

/** Maximum depth of the caller's lists and objects. */
const MAX_DATA_DEPTH = 500

/**
 * Copies the caller's data into template values, so that templates can never change it or reach a prototype.
 *
 * - Whole numbers below 1e21 become ints (JSON `1.0` arrives as `1`, so it prints `1`), all others floats; exact
 *   numbers become ints of any size, and floats that are shown with all their digits.
 * - Objects become dicts of their own enumerable text keys; lists become lists.
 * - Functions, symbols and `undefined` become undefined.
 *
 * Shared and circular references stay shared: pass the same `imported` for all variables of one render.
 */
export function importValue(value: unknown, imported: Map<object, Value>, depth = 0): Value {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 1e21 ? intAsWritten(value) : new Float(value)
    case 'bigint':
      return BigInt.asIntN(54, value) === value ? Number(value) : value
    case 'object':
      return value === null ? null : importObject(value, imported, depth)
    default:
      return new Undefined('value is undefined')
  }
}

/** Keeps the digits of the JSON, which differ from the exact value of the double for unsafe integers. */
const intAsWritten = (value: number): Int =>
  Number.isSafeInteger(value) ? value + 0 : normalize(BigInt(String(value)))

/** Integers keep all digits. A decimal is a float that prints with its original digits while it is unchanged. */
const importExact = ({ text, nearest }: ExactNumber): Value =>
  /^-?\d+$/.test(text) ? normalize(BigInt(text)) : new Float(nearest, text)

function importObject(source: object, imported: Map<object, Value>, depth: number): Value {
  if (depth > MAX_DATA_DEPTH) failBudget('The variables are nested deeper than allowed')
  if (source instanceof ExactNumber) return importExact(source)
  const cached = imported.get(source)
  if (cached !== undefined) return cached
  if (Array.isArray(source)) {
    const list: Value[] = []
    imported.set(source, list)
    for (const item of source) list.push(importValue(item, imported, depth + 1))
    return list
  }
  const dict = new Dict()
  imported.set(source, dict)
  for (const [key, item] of Object.entries(source)) dict.setText(key, importValue(item, imported, depth + 1))
  return dict
}
