import type { Store } from './store.ts'

/**
 * Hundreds of calls that begin in one turn of the event loop ask once: on SQLite a read beside writes takes 40
 * microseconds.
 */
export function oncePerTurn<A extends readonly (string | number)[], V>(
  ask: (store: Store, ...asked: A) => V,
): (store: Store, ...asked: A) => V {
  let inThisTurn = new Map<Store, Map<string, V>>()
  // A map that is cleared keeps its old table, and that one the next: a chain of garbage into the old generation.
  const forget = () => {
    inThisTurn = new Map()
  }
  return (store, ...asked) => {
    if (inThisTurn.size === 0) setImmediate(forget)
    const known = inThisTurn.get(store) ?? new Map<string, V>()
    inThisTurn.set(store, known)
    const key = asked.join(' ')
    const found = known.get(key) ?? ask(store, ...asked)
    known.set(key, found)
    return found
  }
}
