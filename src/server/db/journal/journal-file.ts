import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Of a record: the length of its body, and its checksum. */
const headBytes = 8

/**
 * Records in a file. What is written belongs to the system from then on, so a kill of the process does not take it
 * away; only a failure of the machine does, as nothing waits for the disk.
 */
export class JournalFile {
  readonly #path: string
  #file: number | null = null
  #kept = 0
  #bytes = 0

  constructor(path: string) {
    this.#path = path
  }

  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#kept === 0
  }

  /** From here on there is a file, if an empty one. */
  open(): number {
    this.#file ??= openSync(this.#path, 'w', 0o600)
    return this.#file
  }

  keep(body: Uint8Array): void {
    const file = this.open()
    const record = Buffer.allocUnsafe(headBytes + body.length)
    record.writeUInt32LE(body.length, 0)
    record.writeUInt32LE(crc32(body), 4)
    record.set(body, headBytes)
    // What a full disk leaves half written is written over.
    for (let written = 0; written < record.length; )
      written += writeSync(file, record, written, record.length - written, this.#bytes + written)
    this.#bytes += record.length
    this.#kept++
  }

  /** One of its records is not needed any more; without any the file is emptied. */
  done(): void {
    this.#kept--
    if (this.#kept > 0 || this.#file === null) return
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

/** The records of a file up to the first that is not whole. */
export function recordsOf(path: string): Buffer[] {
  const bytes = readFileSync(path)
  const records: Buffer[] = []
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const end = at + headBytes + bytes.readUInt32LE(at)
    const body = bytes.subarray(at + headBytes, end)
    if (end > bytes.length || crc32(body) !== bytes.readUInt32LE(at + 4)) break
    records.push(body)
    at = end
  }
  return records
}
