import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backUpData } from '../backup-and-transfer.ts'
import type { Config } from '../config/config.ts'
import { lockFolder, prepareFolder } from '../data-folder.ts'
import { BackupError } from '../db/index.ts'
import { migrateStorage } from '../migrate-storage.ts'
import type { UpgradeReport } from './judge-upgrade.ts'

export interface Upgraded {
  readonly backup: string | null
  readonly applied: readonly string[]
}

/** Makes a backup of the embedded database and migrates. The check must have said `possible`. */
export async function upgrade(config: Config, checked: UpgradeReport, now: number): Promise<Upgraded> {
  prepareFolder(config.folder)
  if (config.databaseUrl) return { backup: null, applied: await migrateStorage(config) }
  const hold = lockFolder(config.folder)
  try {
    const backup = checked.data_schema > 0 ? await backUpBefore(config, checked.data_schema, now) : null
    return { backup, applied: await migrateStorage(config) }
  } finally {
    hold.release()
  }
}

async function backUpBefore(config: Config, schema: number, now: number): Promise<string> {
  const folder = join(config.folder, 'backups')
  makeFolder(folder)
  const moment = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const { file } = await backUpData(config, join(folder, `schema-${schema}-${moment}.db`))
  return file
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new BackupError(`Cannot make the folder ${folder} for the backup (${(error as Error).message}).`)
  }
}
