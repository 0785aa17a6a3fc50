import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, migrate } from '../../src/server/db/index.ts'

const variable = 'GALLEY_TEST_MIGRATED_FILE'

/** One for a whole run: for each app the migrations would wait for the disk as often as there are of them. */
export async function makeMigratedFile(): Promise<NodeJS.ProcessEnv> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await migrate({ folder, databaseUrl: null })
  return { [variable]: databaseFile(folder) }
}

/** A file run by hand has none, and migrates. */
export function copyMigratedFile(folder: string): void {
  const migrated = process.env[variable]
  const file = databaseFile(folder)
  if (migrated && !existsSync(file)) copyFileSync(migrated, file)
}
