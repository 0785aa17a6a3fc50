import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { DataFolderError, isFolderLocked, prepareFolder } from './data-folder.ts'
import { migrate, pendingMigrations, withInspection } from './db/index.ts'
import { checkStoredKey } from './secrets/index.ts'

/** Milliseconds that a command waits for a server that starts at the same time and migrates. */
const startMilliseconds = 5_000

/** Migrates after checking the keys against the storage. Returns the names of the applied migrations. */
export async function migrateStorage(config: Config): Promise<string[]> {
  await withInspection(config, (inspection) => checkStoredKey(inspection, config))
  return migrate(config)
}

/** As `migrateStorage`, for a command. Refuses to migrate a data folder on which a server runs. */
export async function migrateForCommand(config: Config): Promise<string[]> {
  prepareFolder(config.folder)
  const isPending = () =>
    withInspection(
      config,
      async (inspection) => pendingMigrations(config, inspection?.applied ?? []).length > 0,
    )
  const deadline = performance.now() + startMilliseconds
  while (await isPending()) {
    if (config.databaseUrl || !isFolderLocked(config.folder)) return migrateStorage(config)
    if (performance.now() > deadline)
      throw new DataFolderError(
        `A server of an earlier version is running on the data folder ${config.folder}. Stop it, because this version has to migrate the data first.`,
      )
    await sleep(200)
  }
  // Refuses data of a newer version.
  return migrate(config)
}
