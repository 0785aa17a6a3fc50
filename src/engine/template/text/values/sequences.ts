import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { pointCount } from './characters.ts'
import { textOf, typeName } from './types.ts'
import { Dict, DictView, Lazy, Range, Tuple, Undefined, type Value } from './value.ts'

/** `iter(value)`, or undefined when the value cannot be iterated. Lists are read live, as in Python. */
export function iteratorOf(value: Value): Iterator<Value> | undefined {
  if (Array.isArray(value)) return value[Symbol.iterator]()
  if (value instanceof Tuple) return value.items[Symbol.iterator]()
  if (value instanceof Dict) return value.keys()
  if (value instanceof Lazy) return value.iterator
  if (value instanceof DictView) return value.dict[value.part]()
  if (value instanceof Range) return rangeItems(value)
  if (value instanceof Undefined && value.chainable) return [][Symbol.iterator]()
  return textOf(value)?.[Symbol.iterator]()
}

/** `iter(value)`; fails when the value cannot be iterated. */
export function iterate(value: Value): Iterator<Value> {
  return iteratorOf(value) ?? fail(`'${typeName(value)}' object is not iterable`)
}

/** The items of an iterable, one step each. */
export function* iterateItems(value: Value, budget: Budget): Generator<Value> {
  const iterator = iterate(value)
  for (let next = iterator.next(); !next.done; next = iterator.next()) {
    budget.step()
    yield next.value
  }
}

/** `list(value)`: a new array, one step per item. */
export function toList(value: Value, budget: Budget): Value[] {
  if (Array.isArray(value)) {
    budget.step(value.length)
    return value.slice()
  }
  return Array.from(iterateItems(value, budget))
}

/** `len(value)`, or undefined when the value has no length. */
export function lengthOf(value: Value): number | undefined {
  if (Array.isArray(value) || value instanceof Range) return value.length
  if (value instanceof Tuple) return value.items.length
  if (value instanceof Dict) return value.size
  if (value instanceof DictView) return value.dict.size
  if (value instanceof Undefined) return 0
  const text = textOf(value)
  return text === undefined ? undefined : pointCount(text)
}

/** `len(value)`; fails for values without a length. */
export function requireLength(value: Value, budget: Budget): number {
  budget.read(textOf(value)?.length ?? 0)
  return lengthOf(value) ?? fail(`object of type '${typeName(value)}' has no len()`)
}

/** The items of a list or tuple without copying; undefined for other values. */
export function itemsOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value
  return value instanceof Tuple ? value.items : undefined
}

/** Runs backwards over anything `reversed()` takes; fails for generators and the like. */
export function reverseItems(value: Value, budget: Budget): Value[] {
  if (value instanceof Lazy || lengthOf(value) === undefined)
    fail(`'${typeName(value)}' object is not reversible`)
  return toList(value, budget).reverse()
}

function* rangeItems(range: Range): Generator<Value> {
  for (let index = 0; index < range.length; index++) yield range.at(index)
}
