import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../program-paths.ts'
import type { LedgerRow } from './ledger.ts'
import type { StorageConfig } from './storage-config.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** The oldest schema number whose program still works after this migration. */
  readonly readsFrom: number
  /**
   * On PostgreSQL the one statement of the migration is repeated, each time in a transaction of its own, while it changes
   * at least so many rows; null for a migration in one transaction.
   */
  readonly repeatFrom: number | null
}

export type Dialect = 'sqlite' | 'postgres'

/** Reads the numbered SQL files of a dialect. Files are only ever added. */
export function migrationsOf(dialect: Dialect): Migration[] {
  const folder = join(migrationsFolder, dialect)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => migrationOf(file, readFileSync(join(folder, file), 'utf8')))
}

/** The first line declares `-- reads-from: N`; record 165 says how N is chosen. A line `-- repeat-from: N` is optional. */
export function migrationOf(file: string, sql: string): Migration {
  const number = Number.parseInt(file, 10)
  const readsFrom = Number(/^-- reads-from: (\d+)\n/.exec(sql)?.[1] ?? Number.NaN)
  if (!(readsFrom >= 1 && readsFrom <= number))
    throw new Error(`Migration ${file} must begin with "-- reads-from: N", where N is from 1 to ${number}.`)
  const repeatFrom = /^-- repeat-from: (\d+)$/m.exec(sql)?.[1]
  return {
    number,
    name: file.replace(/\.sql$/, ''),
    sql,
    readsFrom,
    repeatFrom: repeatFrom === undefined ? null : Number(repeatFrom),
  }
}

/** Migrations of this program that the data does not have yet. */
export function pendingMigrations(
  { databaseUrl }: StorageConfig,
  applied: readonly LedgerRow[],
): Migration[] {
  return migrationsWithout(applied, migrationsOf(databaseUrl ? 'postgres' : 'sqlite'))
}

export function migrationsWithout(
  applied: readonly LedgerRow[],
  migrations: readonly Migration[],
  upTo = Number.POSITIVE_INFINITY,
): Migration[] {
  const numbers = new Set(applied.map(({ number }) => number))
  return migrations.filter(({ number }) => number <= upTo && !numbers.has(number))
}

let cachedSchema: number | undefined

export const programSchema = (): number =>
  (cachedSchema ??= Math.max(0, ...migrationsOf('sqlite').map(({ number }) => number)))
