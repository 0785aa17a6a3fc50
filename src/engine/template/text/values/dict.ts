import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { Float, Markup, Tuple, Undefined, type Value } from './value.ts'

/** A key that JavaScript's Map compares as Python compares the value: `1`, `1.0` and `True` are one key. */
type HashKey = unknown

interface Entry {
  readonly key: Value
  value: Value
}

/** A Python dict: insertion order, any hashable key, no prototype to reach. */
export class Dict {
  readonly entries = new Map<HashKey, Entry>()

  get size(): number {
    return this.entries.size
  }

  get(hash: HashKey): Value | undefined {
    return this.entries.get(hash)?.value
  }

  /** Looks up a text key. */
  text(name: string): Value | undefined {
    return this.get(textHash(name))
  }

  set(hash: HashKey, key: Value, value: Value): void {
    const entry = this.entries.get(hash)
    if (entry) entry.value = value
    else this.entries.set(hash, { key, value })
  }

  setText(name: string, value: Value): void {
    this.set(textHash(name), name, value)
  }

  *keys(): Generator<Value> {
    for (const entry of this.entries.values()) yield entry.key
  }

  *values(): Generator<Value> {
    for (const entry of this.entries.values()) yield entry.value
  }

  *items(): Generator<Tuple> {
    for (const entry of this.entries.values()) yield new Tuple([entry.key, entry.value])
  }
}

function textHash(text: string): HashKey {
  return text.charCodeAt(0) === 0 ? `\0s${text}` : text
}

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
    budget.fits(hash.length)
  }
  return hash
}
