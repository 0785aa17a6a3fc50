import { DatabaseSync } from 'node:sqlite'
import { refuseNewer } from '../migrate.ts'

/** The file is not a sound Galley database; the message says what is wrong. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Reads every page and index and returns the schema version. Leaves a single file without a write-ahead log. */
export function checkCopy(file: string): number {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma journal_mode = delete')
    const [damage] = connection.prepare('pragma integrity_check(1)').all()
    if (damage?.['integrity_check'] !== 'ok') throw new BackupError(Object.values(damage ?? {}).join())
    if (connection.prepare('pragma foreign_key_check').get()) throw new BackupError('rows are missing')
    return Number(connection.prepare('select max(number) as newest from schema_migrations').get()!['newest'])
  } catch (error) {
    throw new BackupError(`${file} is no sound database of Galley: ${(error as Error).message}.`)
  } finally {
    connection.close()
  }
}

export function checkBackup(file: string): number {
  const schema = checkCopy(file)
  refuseNewer(schema)
  return schema
}
