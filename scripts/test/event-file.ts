import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import type { FileEvent } from './reporter.ts'

/** Reads the events of a test process, one JSON object a line, while the process writes them. */
export class EventFile {
  readonly events: FileEvent[] = []
  readonly #path: string
  #offset = 0

  constructor(path: string) {
    this.#path = path
  }

  /** The events of complete lines; a killed process leaves its last line incomplete. */
  readNew(): readonly FileEvent[] {
    const bytes = this.#unread()
    const end = bytes.lastIndexOf('\n') + 1
    this.#offset += end
    const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1)
    const events = lines.map((line) => JSON.parse(line) as FileEvent)
    this.events.push(...events)
    return events
  }

  #unread(): Buffer {
    if (!existsSync(this.#path)) return Buffer.alloc(0)
    const file = openSync(this.#path, 'r')
    try {
      const bytes = Buffer.alloc(fstatSync(file).size - this.#offset)
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, this.#offset))
    } finally {
      closeSync(file)
    }
  }
}
