import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24
const pageSizeOffset = 8
const saltsOffset = 16
const frameSaltsOffset = 8
const saltBytes = 8

/**
 * Cuts the pages of rolled back transactions off the end of the write-ahead log. The caller must hold the write lock. A
 * frame that has the size of the database is the last of its transaction. https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function cutLog(databaseFile: string): void {
  // The shared-memory file must not be read: closing it would release SQLite's locks on it.
  const log = openSync(`${databaseFile}-wal`, 'r+')
  try {
    const { size } = fstatSync(log)
    if (size < headerBytes) return
    const header = Buffer.alloc(headerBytes)
    readSync(log, header, 0, headerBytes, 0)
    const frameBytes = frameHeaderBytes + header.readUInt32BE(pageSizeOffset)
    const salts = header.subarray(saltsOffset, saltsOffset + saltBytes)
    const frame = Buffer.alloc(frameHeaderBytes)
    let end = headerBytes
    for (let offset = headerBytes; offset + frameBytes <= size; offset += frameBytes) {
      readSync(log, frame, 0, frameHeaderBytes, offset)
      // Frames with other salts were written before the log's restart.
      if (!frame.subarray(frameSaltsOffset, frameSaltsOffset + saltBytes).equals(salts)) break
      if (frame.readUInt32BE(4) > 0) end = offset + frameBytes
    }
    ftruncateSync(log, end)
  } finally {
    closeSync(log)
  }
}
