import type { Store } from './store.ts'

/**
 * Calls with equal arguments in one turn of the event loop share one read, because a read during writes takes 40
 * microseconds on SQLite.
 */
export function oncePerTurn<A extends readonly (string | number)[], V>(
  read: (store: Store, ...args: A) => V,
): (store: Store, ...args: A) => V {
  let cached = new Map<Store, Map<string, V>>()
  // Clearing the map would keep its hash table, which V8 then moves to the old generation.
  const clear = () => {
    cached = new Map()
  }
  return (store, ...args) => {
    if (cached.size === 0) setImmediate(clear)
    const results = cached.get(store) ?? new Map<string, V>()
    cached.set(store, results)
    const key = args.join(' ')
    const result = results.get(key) ?? read(store, ...args)
    results.set(key, result)
    return result
  }
}
