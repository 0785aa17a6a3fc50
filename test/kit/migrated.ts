import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, migrate } from '../../src/server/db/index.ts'
import type { Postgres } from './postgres.ts'
import { createDatabase } from './test-databases.ts'

const fileVariable = 'GALLEY_TEST_MIGRATED_FILE'
const databaseVariable = 'GALLEY_TEST_MIGRATED_DATABASE'

/**
 * Makes one migrated database file for the whole run, because migrations of each app would wait for the disk.
 */
export async function makeMigratedFile(): Promise<NodeJS.ProcessEnv> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await migrate({ folder, databaseUrl: null })
  return { [fileVariable]: databaseFile(folder) }
}

/** Makes one migrated PostgreSQL database as the template of new ones. */
export async function makeMigratedDatabase({ url: adminUrl, prefix }: Postgres): Promise<NodeJS.ProcessEnv> {
  const { name, url } = await createDatabase(adminUrl, prefix)
  await migrate({ folder: tmpdir(), databaseUrl: url })
  return { [databaseVariable]: name }
}

/** Copies the migrated file. A test file that is run by hand has none, and migrates. */
export function copyMigratedFile(folder: string): void {
  const migrated = process.env[fileVariable]
  if (migrated) copyFileSync(migrated, databaseFile(folder))
}

export const migratedDatabase = (): string | undefined => process.env[databaseVariable]
