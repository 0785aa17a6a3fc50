import type { Config } from './config/config.ts'
import { migrate, withInspection } from './db/index.ts'
import { checkStoredKey } from './secrets/index.ts'

/** Migrates after checking the keys against the storage. Returns the names of the applied migrations. */
export async function migrateStorage(config: Config): Promise<string[]> {
  await withInspection(config, (inspection) => checkStoredKey(inspection, config))
  return migrate(config)
}
