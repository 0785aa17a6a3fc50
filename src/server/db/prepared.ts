import type { CompiledQuery, Kysely } from 'kysely'
import type { Database, Store } from './store.ts'
import type { Tables } from './tables/tables.ts'

/** Stands for a value in a compiled query; each call fills it in. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Slots<V> = <K extends keyof V & string>(name: K) => V[K]
interface Compilable {
  compile(): CompiledQuery
}

/**
 * Compiles a query once for each store, for hot paths. On SQLite, Kysely builds a point read in 21 microseconds;
 * filling in the values takes 2.
 */
export function prepared<V extends Record<string, unknown>>(
  build: (db: Kysely<Tables>, slot: Slots<V>) => Compilable,
): (store: Store, values: V) => CompiledQuery<never> {
  const compiled = new WeakMap<Database, CompiledQuery>()
  return (store, values) => {
    let query = compiled.get(store.db)
    if (!query) {
      query = build(store.db, (name) => new Slot(name) as never).compile()
      compiled.set(store.db, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.name] : value))
    return { ...query, parameters } as CompiledQuery<never>
  }
}

/** `name` is the name of the prepared statement on PostgreSQL. */
export function preparedRead<V extends Record<string, unknown>, Row>(
  name: string,
  build: (db: Kysely<Tables>, slot: Slots<V>) => Compilable & { execute(): Promise<Row[]> },
): (store: Store, values: V) => Row[] | Promise<Row[]> {
  const fill = prepared<V>(build)
  return (store, values) => store.fetch<Row>(fill(store, values), name)
}
