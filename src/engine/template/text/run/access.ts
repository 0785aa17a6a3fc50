import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { methodOf } from '../methods/index.ts'
import { isWide } from '../values/characters.ts'
import { hashOf } from '../values/dict.ts'
import { numberOf } from '../values/numbers.ts'
import { repr } from '../values/repr.ts'
import { itemsOf } from '../values/sequences.ts'
import { textOf, typeName } from '../values/types.ts'
import { Dict, Float, Markup, Range, TemplateObject, Tuple, Undefined, type Value } from '../values/value.ts'

/**
 * `value.name`. Methods come before keys, as in Python (`d.items` is the method even if there is a key `items`).
 * Names that start with two underscores are never found.
 */
export function getAttribute(value: Value, name: string): Value {
  if (value instanceof Undefined) return value.chainable ? value : fail(value.message)
  if (name.startsWith('__')) return missing(value, name)
  const member = memberOf(value, name)
  if (member !== undefined) return member
  const item = value instanceof Dict ? value.text(name) : undefined
  return item === undefined ? missing(value, name) : item
}

/** `value[key]`. Keys and positions come before methods. */
export function getItem(value: Value, key: Value, budget: Budget): Value {
  if (value instanceof Undefined) return value.chainable ? value : fail(value.message)
  const item = itemAt(value, key, budget)
  if (item !== undefined) return item
  const name = textOf(key)
  const member = name === undefined || name.startsWith('_') ? undefined : memberOf(value, name)
  return member === undefined ? missing(value, name ?? repr(key, budget)) : member
}

function missing(value: Value, name: string): Undefined {
  return new Undefined(`'${typeName(value)} object' has no attribute '${name.slice(0, 100)}'`)
}

/** Methods, members of engine objects and fields of named tuples. */
function memberOf(value: Value, name: string): Value | undefined {
  if (name.startsWith('_')) return undefined
  if (value instanceof TemplateObject) return value.attribute(name)
  if (value instanceof Tuple) {
    const field = value.fields.indexOf(name)
    if (field >= 0) return value.items[field]
  }
  return methodOf(value, name)
}

function itemAt(value: Value, key: Value, budget: Budget): Value | undefined {
  if (value instanceof Dict) {
    const hashable = !(Array.isArray(key) || key instanceof Dict)
    return hashable ? value.get(hashOf(key, budget)) : undefined
  }
  const number = numberOf(key)
  if (number === undefined || number instanceof Float) return undefined
  const position = Number(number)
  const items = itemsOf(value)
  if (items) return items[position < 0 ? position + items.length : position]
  if (value instanceof Range) {
    const index = position < 0 ? position + value.length : position
    return index >= 0 && index < value.length ? value.at(index) : undefined
  }
  const text = textOf(value)
  if (text === undefined) return undefined
  const char = charAt(text, position, budget)
  return char !== undefined && value instanceof Markup ? new Markup(char) : char
}

function charAt(text: string, offset: number, budget: Budget): string | undefined {
  budget.read(text.length)
  const points = isWide(text) ? Array.from(text) : text
  return points[offset < 0 ? offset + points.length : offset]
}
