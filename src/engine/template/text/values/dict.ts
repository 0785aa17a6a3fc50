import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { Dict, Float, type HashKey, Markup, Tuple, textHash, Undefined, type Value } from './value.ts'

/** The map key of a value; lists and dicts are unhashable as in Python. */
export function hashOf(value: Value, budget: Budget): HashKey {
  if (typeof value === 'string') return textHash(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Float) {
    return Number.isInteger(value.value) && !Number.isSafeInteger(value.value)
      ? BigInt(value.value)
      : value.value
  }
  if (value instanceof Markup) return textHash(value.text)
  if (Array.isArray(value)) return fail("unhashable type: 'list'")
  if (value instanceof Dict) return fail("unhashable type: 'dict'")
  if (value instanceof Tuple) return tupleHash(value, budget)
  if (value instanceof Undefined) return undefined
  return value
}

function tupleHash(tuple: Tuple, budget: Budget): string {
  let hash = '\0t'
  for (const item of tuple.items) {
    const part = hashOf(item, budget)
    if (typeof part === 'object' && part !== null) return fail('unhashable type inside a tuple')
    const text = String(part)
    hash += `${typeof part}${text.length}:${text}`
    budget.step()
    budget.text(text.length)
    budget.checkLength(hash.length)
  }
  return hash
}
