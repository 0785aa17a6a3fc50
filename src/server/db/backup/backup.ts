import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { flush } from '../flush.ts'
import { schemaOf } from '../ledger.ts'
import { databaseFile } from '../sqlite/open.ts'
import { removeDatabase } from '../transfer/sqlite-target.ts'
import { refuseUnfinishedFile, unfinishedFile } from '../unfinished.ts'
import { BackupError, checkCopy } from './check.ts'

export interface Backup {
  readonly file: string
  readonly bytes: number
  readonly schema: number
}

/** One step copies all pages, so the copy is a snapshot even while a server writes. */
const allPages = 2 ** 31 - 1

/** Copies the database of a data folder, on which a server may be running. The copy gets its final name once it is checked. */
export async function backUp(folder: string, file: string): Promise<Backup> {
  const source = databaseFile(folder)
  refuseUnfinishedFile(source)
  if (!existsSync(source)) throw new BackupError(`The folder ${folder} has no database.`)
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`)
  const draft = unfinishedFile(file)
  removeDatabase(draft)
  makePrivateFile(draft)
  const connection = new DatabaseSync(source, { readOnly: true, timeout: 10_000 })
  try {
    await backup(connection, draft, { rate: allPages })
    connection.close()
    const schema = schemaOf(checkCopy(draft))
    flush(draft)
    renameSync(draft, file)
    flush(dirname(file))
    return { file, bytes: statSync(file).size, schema }
  } catch (error) {
    if (connection.isOpen) connection.close()
    removeDatabase(draft)
    throw error
  }
}

/** Only this user may read the file: it holds prompts, answers and hashes of keys. */
function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    throw new BackupError(`Cannot write a backup to ${file} (${(error as Error).message}).`)
  }
}
