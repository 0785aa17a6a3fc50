import type { Config } from './config.ts'
import { migrate, withInspection } from './db/index.ts'
import { checkStoredKey } from './secrets/index.ts'

/** Migrates once the keys are known to be those of the storage. Returns the names of the migrations that ran. */
export async function migrateStorage(config: Config): Promise<string[]> {
  await withInspection(config, (inspection) => checkStoredKey(inspection, config))
  return migrate(config)
}
