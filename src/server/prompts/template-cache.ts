/** Characters that a cache may hold; a template of 3 kB takes about 10 kB with what was read from it. */
const largest = 24 * 1024 * 1024

/**
 * What was read from the registry at one revision of a workspace. The revision is part of the key and comes
 * with every authenticated request, so nothing here is ever out of date: old entries are just not asked for
 * again and fall off the end.
 */
export class TemplateCache<V> {
  readonly #entries = new Map<string, { value: V; size: number }>()
  #size = 0
  #newest = ''

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // What is asked for again and again stays where it is: moving it costs the map a new table now and then.
    if (key !== this.#newest) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
      this.#newest = key
    }
    return entry.value
  }

  set(key: string, value: V, size: number): void {
    this.#drop(key)
    this.#entries.set(key, { value, size })
    this.#newest = key
    this.#size += size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= largest) return
      this.#drop(oldest)
    }
  }

  #drop(key: string) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#size -= entry.size
  }
}
