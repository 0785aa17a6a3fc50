import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { percentFormat } from '../format/percent.ts'
import {
  addNumbers,
  divideNumbers,
  floorDivide,
  modulo,
  multiplyNumbers,
  negate,
  power,
  subtractNumbers,
} from './arithmetic.ts'
import { equals } from './compare.ts'
import { hashOf } from './dict.ts'
import { escapeText } from './html.ts'
import { type Int, numberOf, safeInt } from './numbers.ts'
import { str } from './repr.ts'
import { iterateItems } from './sequences.ts'
import { textOf, typeName } from './types.ts'
import { Dict, DictView, type Float, Markup, Range, Tuple, Undefined, type Value } from './value.ts'

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**'

/** Applies an arithmetic operator with Python's rules for numbers, text, lists and tuples. */
export function binary(operator: BinaryOperator, left: Value, right: Value, budget: Budget): Value {
  if (typeof left === 'string' && typeof right === 'string' && operator === '+')
    return joinText(left, right, budget)
  if (operator === '%' && textOf(left) !== undefined) return percentFormat(left, right, budget)
  if (left instanceof Undefined) return fail(left.message)
  if (right instanceof Undefined) return fail(right.message)
  const a = numberOf(left)
  const b = numberOf(right)
  if (a !== undefined && b !== undefined) return arithmetic(operator, a, b, budget)
  const result =
    operator === '+' ? add(left, right, budget) : operator === '*' ? repeat(left, right, budget) : undefined
  return (
    result ??
    fail(`unsupported operand type(s) for ${operator}: '${typeName(left)}' and '${typeName(right)}'`)
  )
}

/** Unary `-` and `+`. */
export function unary(operator: '-' | '+', value: Value): Value {
  if (value instanceof Undefined) return fail(value.message)
  const number = numberOf(value)
  if (number === undefined) return fail(`bad operand type for unary ${operator}: '${typeName(value)}'`)
  return operator === '-' ? negate(number) : number
}

/** `item in container`. */
export function contains(container: Value, item: Value, budget: Budget): boolean {
  const text = textOf(container)
  if (text !== undefined) {
    const needle = textOf(item)
    if (needle === undefined)
      return fail(`'in <string>' requires string as left operand, not ${typeName(item)}`)
    budget.search(text.length, needle.length)
    return text.includes(needle)
  }
  if (container instanceof Dict) return container.entries.has(hashOf(item, budget))
  if (container instanceof DictView && container.part === 'keys') {
    return container.dict.entries.has(hashOf(item, budget))
  }
  if (container instanceof Range && typeof item === 'number') return inRange(container, item)
  for (const candidate of iterateItems(container, budget)) if (equals(candidate, item, budget)) return true
  return false
}

/** The `~` operator: joins everything as text. */
export function concat(values: readonly Value[], budget: Budget): string {
  let out = ''
  for (const value of values) out = joinText(out, str(value, budget), budget)
  return out
}

function arithmetic(operator: BinaryOperator, left: Int | Float, right: Int | Float, budget: Budget): Value {
  switch (operator) {
    case '+':
      return addNumbers(left, right, budget)
    case '-':
      return subtractNumbers(left, right, budget)
    case '*':
      return multiplyNumbers(left, right, budget)
    case '/':
      return divideNumbers(left, right)
    case '//':
      return floorDivide(left, right)
    case '%':
      return modulo(left, right)
    case '**':
      return power(left, right, budget)
  }
}

function add(left: Value, right: Value, budget: Budget): Value | undefined {
  const a = textOf(left)
  const b = textOf(right)
  if (a !== undefined && b !== undefined) {
    const escaped = (value: Value, text: string) =>
      value instanceof Markup ? text : escapeText(text, budget)
    return new Markup(joinText(escaped(left, a), escaped(right, b), budget))
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    budget.step(left.length + right.length)
    return [...left, ...right]
  }
  if (left instanceof Tuple && right instanceof Tuple) {
    budget.step(left.items.length + right.items.length)
    return new Tuple([...left.items, ...right.items])
  }
  return undefined
}

function repeat(left: Value, right: Value, budget: Budget): Value | undefined {
  if (numberOf(right) === undefined) {
    return numberOf(left) === undefined ? undefined : repeat(right, left, budget)
  }
  const count = Math.max(0, safeInt(right, 'repeat count'))
  const text = textOf(left)
  if (text !== undefined) {
    budget.text(text.length * count)
    const result = text === '' ? '' : text.repeat(count)
    return left instanceof Markup ? new Markup(result) : result
  }
  if (Array.isArray(left)) return repeatItems(left, count, budget)
  return left instanceof Tuple ? new Tuple(repeatItems(left.items, count, budget)) : undefined
}

function repeatItems(items: readonly Value[], count: number, budget: Budget): Value[] {
  budget.step(items.length * count)
  return Array.from({ length: items.length * count }, (_, index) => items[index % items.length]!)
}

function joinText(left: string, right: string, budget: Budget): string {
  budget.checkLength(left.length + right.length)
  budget.read(Math.min(left.length, right.length))
  return left + right
}

function inRange(range: Range, item: number): boolean {
  const index = (item - range.start) / range.step
  return Number.isInteger(index) && index >= 0 && index < range.length
}
