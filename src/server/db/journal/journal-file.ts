import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Bytes before the body of a record: its length and its checksum. */
const headBytes = 8

/** Appends records without fsync. Records survive a killed process, but not a failure of the machine. */
export class JournalFile {
  readonly #path: string
  #file: number | null = null
  #pending = 0
  #bytes = 0

  constructor(path: string) {
    this.#path = path
  }

  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#pending === 0
  }

  /** Creates the file if it does not exist. */
  open(): number {
    this.#file ??= openSync(this.#path, 'w', 0o600)
    return this.#file
  }

  append(body: Uint8Array): void {
    const file = this.open()
    const record = Buffer.allocUnsafe(headBytes + body.length)
    record.writeUInt32LE(body.length, 0)
    record.writeUInt32LE(crc32(body), 4)
    record.set(body, headBytes)
    // If a full disk cuts a record short, the next record overwrites it.
    for (let written = 0; written < record.length; )
      written += writeSync(file, record, written, record.length - written, this.#bytes + written)
    this.#bytes += record.length
    this.#pending++
  }

  /** Marks one record as committed to the database. The file is emptied once all records are. */
  markCommitted(): void {
    this.#pending--
    if (this.#pending > 0 || this.#file === null) return
    ftruncateSync(this.#file, 0)
    this.#bytes = 0
  }

  remove(): void {
    if (this.#file === null) return
    closeSync(this.#file)
    rmSync(this.#path, { force: true })
    this.#file = null
    this.#bytes = 0
  }
}

/** Returns the records of a file, up to the first incomplete one. */
export function recordsOf(path: string): Buffer[] {
  const bytes = readFileSync(path)
  const records: Buffer[] = []
  for (let offset = 0; offset + headBytes <= bytes.length; ) {
    const end = offset + headBytes + bytes.readUInt32LE(offset)
    const body = bytes.subarray(offset + headBytes, end)
    if (end > bytes.length || crc32(body) !== bytes.readUInt32LE(offset + 4)) break
    records.push(body)
    offset = end
  }
  return records
}
