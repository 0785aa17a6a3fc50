import { readFileSync } from 'node:fs'

const headerSize = 32
const frameHeaderSize = 24
const pageSizeAt = 8
const saltsAt = 16

/**
 * The number of commits in a SQLite database's write-ahead log since the log was last reset. A frame that has
 * the size of the database is the last of its transaction.
 * https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function commitsIn(databaseFile: string): number {
  const log = readFileSync(`${databaseFile}-wal`)
  const frameSize = frameHeaderSize + log.readUInt32BE(pageSizeAt)
  const salts = log.subarray(saltsAt, saltsAt + 8)
  let commits = 0
  for (let offset = headerSize; offset + frameSize <= log.length; offset += frameSize) {
    // Frames with other salts were written before the reset.
    if (!log.subarray(offset + 8, offset + 16).equals(salts)) break
    if (log.readUInt32BE(offset + 4) > 0) commits++
  }
  return commits
}
