import type { Attributes, AttributeValue } from '../span.ts'
import { type Tree, treeUnder } from './attribute-tree.ts'
import { numberOf, parsed, textOf } from './fields.ts'

/** Reads attributes and records which were read, so that unread ones can be listed. */
export class AttributeReader {
  readonly #attributes: Attributes
  readonly #understood = new Set<string>()

  constructor(attributes: Attributes) {
    this.#attributes = attributes
  }

  has(key: string): boolean {
    return this.#attributes.has(key)
  }

  hasUnder(prefix: string): boolean {
    const start = `${prefix}.`
    for (const key of this.#attributes.keys()) if (key.startsWith(start)) return true
    return false
  }

  /** The value of the first existing key; all of the keys count as read. */
  value(...keys: readonly string[]): AttributeValue | undefined {
    const there = keys.filter((key) => this.#attributes.has(key))
    for (const key of there) this.#understood.add(key)
    return there.length > 0 ? this.#attributes.get(there[0]!) : undefined
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
    const items = typeof value === 'string' ? value.split(',') : [value].flat()
    return items.flatMap((item) => textOf(item)?.trim() || [])
  }

  tree(prefix: string): Tree {
    const { tree, keys } = treeUnder(this.#attributes, prefix)
    for (const key of keys) this.#understood.add(key)
    return tree
  }

  /** Keys directly under a prefix with their values; callers choose these names. */
  named(prefix: string): [string, AttributeValue][] {
    const start = `${prefix}.`
    const attributes = [...this.#attributes].filter(([key]) => key.startsWith(start))
    for (const [key] of attributes) this.#understood.add(key)
    return attributes.map(([key, value]) => [key.slice(start.length), value])
  }

  notUnderstood(): string[] {
    return [...this.#attributes.keys()].filter((key) => !this.#understood.has(key))
  }
}
