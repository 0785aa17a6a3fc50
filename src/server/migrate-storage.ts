import type { Config } from './config.ts'
import { migrate, withInspection } from './db/index.ts'
import { checkStoredKey } from './secrets/index.ts'

/** Checks the keys against the storage, then migrates. Returns the names of the migrations that ran. */
export async function migrateStorage(config: Config): Promise<string[]> {
  await withInspection(config, (inspection) => checkStoredKey(inspection, config))
  return migrate(config)
}
