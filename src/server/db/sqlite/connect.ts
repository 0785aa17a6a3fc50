import { DatabaseSync } from 'node:sqlite'

/** Milliseconds that a connection waits for a lock, unless it is told otherwise. */
export const usualLockWait = 5_000

/** Pages of the write-ahead log, 64 MB, at which the writer does what the checkpoint thread left. */
const walLimit = 16_000

/** `synchronous=FULL`: what was acknowledged survives a power cut, not only a killed process. */
export function connectWriter(file: string, lockWait = usualLockWait): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: lockWait })
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = full')
  connection.exec('pragma cache_size = -16000')
  connection.exec('pragma temp_store = memory')
  connection.exec(`pragma wal_autocheckpoint = ${walLimit}`)
  return connection
}

export function connectReader(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: usualLockWait, readOnly: true })
  connection.exec('pragma cache_size = -16000')
  connection.exec('pragma mmap_size = 268435456')
  return connection
}
