/** Maximum characters of one cache; a template of 3 kB takes about 10 kB with its derived values. */
const maxSize = 24 * 1024 * 1024

/**
 * LRU cache of registry reads. Keys contain the registry revision, so entries never go stale; old ones are
 * evicted.
 */
export class Cache<V> {
  readonly #entries = new Map<string, { value: V; size: number }>()
  #size = 0
  #newest = ''

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // The newest key is not moved again, because each move makes the map rehash now and then.
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
      if (this.#size <= maxSize) return
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

/** Identifies one cache of the process and the type of its values. */
export class CacheKind<V> {
  /** Never set; makes kinds with different values different types. */
  declare readonly value: V
}

/** The caches of this process, by kind. */
export class Caches {
  readonly #caches = new Map<CacheKind<unknown>, Cache<unknown>>()

  of<V>(kind: CacheKind<V>): Cache<V> {
    const cached = this.#caches.get(kind)
    if (cached) return cached as Cache<V>
    const cache = new Cache<V>()
    this.#caches.set(kind, cache as Cache<unknown>)
    return cache
  }
}
