import { DatabaseSync } from 'node:sqlite'
import { type LedgerRow, refuseNewer, schemaOf } from '../ledger.ts'
import { programSchema } from '../migrations.ts'

/** The file is not an intact Galley database; the message says what is wrong. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Reads every page and index and returns the applied migrations. Leaves a single file without a write-ahead log. */
export function checkCopy(file: string): LedgerRow[] {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma journal_mode = delete')
    const [damage] = connection.prepare('pragma integrity_check(1)').all()
    if (damage?.['integrity_check'] !== 'ok') throw new BackupError(Object.values(damage ?? {}).join())
    if (connection.prepare('pragma foreign_key_check').get()) throw new BackupError('Rows are missing.')
    return connection.prepare('select * from schema_migrations').all() as unknown as LedgerRow[]
  } catch (error) {
    throw new BackupError(`${file} is not an intact database of Galley: ${(error as Error).message}.`)
  } finally {
    connection.close()
  }
}

export function checkBackup(file: string): number {
  const applied = checkCopy(file)
  refuseNewer(applied, programSchema())
  return schemaOf(applied)
}
