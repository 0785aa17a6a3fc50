import type { Attributes, AttributeValue } from '../span.ts'
import { type Tree, treeUnder } from './attribute-tree.ts'
import { numberOf, parsed, textOf } from './fields.ts'

/** Reads attributes and notes the keys that were read, so that unread attributes can be listed. */
export class AttributeReader {
  readonly #attributes: Attributes
  readonly #keys: readonly string[]
  readonly #understood = new Set<string>()

  constructor(attributes: Attributes) {
    this.#attributes = attributes
    // Each of some 20 prefixes is looked for in all keys, and an iterator allocates a pair for each.
    this.#keys = [...attributes.keys()]
  }

  has(key: string): boolean {
    return this.#attributes.has(key)
  }

  hasUnder(prefix: string): boolean {
    return this.#keys.some((key) => isUnder(key, prefix))
  }

  /** The value of the first existing key; all of the keys count as read. */
  value(...keys: readonly string[]): AttributeValue | undefined {
    let first: AttributeValue | undefined
    for (const key of keys) {
      const value = this.#attributes.get(key)
      if (value === undefined) continue
      this.#understood.add(key)
      // A null is a value.
      if (first === undefined) first = value
    }
    return first
  }

  text(...keys: readonly string[]): string | null {
    return textOf(this.value(...keys))
  }

  number(...keys: readonly string[]): number | null {
    return numberOf(this.value(...keys))
  }

  /** Parsed JSON text, or the value itself. */
  json(...keys: readonly string[]): unknown {
    return parsed(this.value(...keys))
  }

  /** A list of texts, from a list, JSON, or comma-separated text. */
  texts(...keys: readonly string[]): string[] {
    const value = this.json(...keys)
    if (value === undefined) return []
    const items = typeof value === 'string' ? value.split(',') : [value].flat()
    return items.flatMap((item) => textOf(item)?.trim() || [])
  }

  tree(prefix: string): Tree {
    const { tree, keys } = treeUnder(this.#attributes, prefix)
    for (const key of keys) this.#understood.add(key)
    return tree
  }

  /** Keys under a prefix, without the prefix, and their values; callers choose these keys. */
  entriesUnder(prefix: string): [string, AttributeValue][] {
    const keyValues: [string, AttributeValue][] = []
    for (const key of this.#keys) {
      if (!isUnder(key, prefix)) continue
      this.#understood.add(key)
      keyValues.push([key.slice(prefix.length + 1), this.#attributes.get(key)!])
    }
    return keyValues
  }

  unreadKeys(): string[] {
    return this.#keys.filter((key) => !this.#understood.has(key))
  }
}

/** True if the key begins with the prefix and a dot. */
const isUnder = (key: string, prefix: string): boolean => key[prefix.length] === '.' && key.startsWith(prefix)
