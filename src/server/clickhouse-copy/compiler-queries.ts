import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from '../db/index.ts'

/** Writes values into the statement, because ClickHouse takes parameters in the URL, which is too short for lists. */
class ClickHouseCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value))
  }
}

/** Builds statements for ClickHouse. Running them through this object fails. */
export const compiler: Database = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new ClickHouseCompiler(),
  },
})

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

export function literalOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string')
    throw new Error(`A value of type ${typeof value} cannot be sent to ClickHouse.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL separates the parts of a facet.
  return `'${value.replace(/[\\'\u0000]/g, (character) => escapes[character]!)}'`
}
