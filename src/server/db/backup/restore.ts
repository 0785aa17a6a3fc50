import { chmodSync, constants, copyFileSync, existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { flush } from '../flush.ts'
import { databaseFile } from '../sqlite/open.ts'
import { removeDatabase } from '../transfer/sqlite-target.ts'
import { NotEmptyError } from '../transfer/target.ts'
import { unfinishedFile } from '../unfinished.ts'
import type { Backup } from './backup.ts'
import { BackupError, checkBackup } from './check.ts'

/** Files that the folder may already have: a secret key, and leftovers of an interrupted restore. */
const allowedNames = /^(secret-key|server\.(lock(-journal)?|pid)|galley\.db\.unfinished(-\w+)?)$/

export function refuseUsedFolder(folder: string): void {
  const unexpectedName = existsSync(folder)
    ? readdirSync(folder).find((name) => !allowedNames.test(name))
    : undefined
  if (unexpectedName !== undefined)
    throw new NotEmptyError(
      `The data folder ${folder} is not empty: it has ${unexpectedName}. Set GALLEY_DATA to an empty one.`,
    )
}

/** Restores a backup into a data folder without a database. The file gets its final name once it is checked. */
export function restore(file: string, folder: string): Backup {
  if (!existsSync(file)) throw new BackupError(`The file ${file} does not exist.`)
  const target = databaseFile(folder)
  const draft = unfinishedFile(target)
  removeDatabase(draft)
  try {
    copyFileSync(file, draft, constants.COPYFILE_FICLONE)
    chmodSync(draft, 0o600)
    const schema = checkBackup(draft)
    flush(draft)
    renameSync(draft, target)
    flush(folder)
    return { file: target, bytes: statSync(target).size, schema }
  } catch (error) {
    removeDatabase(draft)
    throw error
  }
}
