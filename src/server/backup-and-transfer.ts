import { resolve } from 'node:path'
import { openExportedBodies } from './bodies/index.ts'
import type { Config } from './config/config.ts'
import { lockFolder, prepareFolder } from './data-folder.ts'
import {
  BackupError,
  backUp,
  ExportError,
  exportInstance,
  importInstance,
  type Manifest,
  refuseUsedFolder,
  restore,
  withInspection,
} from './db/index.ts'
import { recordBackup } from './last-backup.ts'
import { migrateForCommand } from './migrate-storage.ts'
import { indexArrival } from './requests/index.ts'

/** Reminds the operator that a backup or export does not contain the secret key. */
const secretsOf = ({ secretKey, secretKeyFile, folder }: Config): string =>
  secretKey || secretKeyFile
    ? 'sealed; the key of GALLEY_SECRET_KEY is not included: keep it in another place'
    : `sealed; the key in ${resolve(folder, 'secret-key')} is not included: keep a copy of it in another place`

const keyNeeded =
  'sealed with the key of the server they come from: set GALLEY_SECRET_KEY to that key, or copy the file secret-key of that server into the data folder'

export async function backUpData(config: Config, file: string) {
  refusePostgres(
    config,
    'Back it up with pg_dump. Beside the database only the secret key matters: keep a copy of it in another place.',
  )
  const backup = await backUp(config.folder, resolve(file))
  const { bytes, schema } = backup
  recordBackup(config.folder, { at: new Date().toISOString(), file: backup.file, bytes, schema })
  return { ...backup, verified: true, secrets: secretsOf(config) }
}

export function restoreData(config: Config, file: string) {
  refusePostgres(config, 'Restore it with pg_restore or psql.')
  refuseUsedFolder(config.folder)
  prepareFolder(config.folder)
  const lock = lockFolder(config.folder)
  try {
    return { ...restore(resolve(file), config.folder), verified: true, secrets: keyNeeded }
  } finally {
    lock.release()
  }
}

export async function exportData(config: Config, folder: string) {
  await refuseAbsentData(config)
  await migrateForCommand(config)
  const bodies = config.bodyStorage && openExportedBodies(config.bodyStorage)
  const manifest = await exportInstance(config, resolve(folder), Date.now(), bodies?.read ?? null).finally(
    () => bodies?.close(),
  )
  return { folder: resolve(folder), ...summaryOf(manifest), secrets: secretsOf(config) }
}

/** A wrong setting must not look like an export without rows. */
async function refuseAbsentData(config: Config): Promise<void> {
  const applied = await withInspection(config, async (inspection) => inspection?.applied ?? [])
  if (applied.length > 0) return
  const target = config.databaseUrl
    ? 'The database of DATABASE_URL'
    : `The data folder ${resolve(config.folder)}`
  throw new ExportError(`${target} has no data of Galley. Set the same settings as for the server.`)
}

export async function importData(config: Config, folder: string) {
  prepareFolder(config.folder)
  const folderLock = config.databaseUrl ? null : lockFolder(config.folder)
  try {
    const manifest = await importInstance(config, resolve(folder), indexArrival)
    return { from: manifest.storage, ...summaryOf(manifest), secrets: keyNeeded }
  } finally {
    folderLock?.release()
  }
}

const summaryOf = ({ schema, exported_at, tables }: Manifest) => ({
  schema,
  exported_at,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
})

function refusePostgres({ databaseUrl }: Config, advice: string): void {
  if (databaseUrl) throw new BackupError(`The data is in the PostgreSQL database of DATABASE_URL. ${advice}`)
}
