import { readSync, writeSync } from 'node:fs'
import type { RunHead, RunnerHead } from './messages.ts'

/*
 * The runner's end of the pipe. Reads and writes block, so that text is sent before the code can loop forever, and so
 * that nothing but the job runs in this process. The functions are saved from node:fs before the realm is emptied.
 */
const read = readSync
const write = writeSync
const exit = process.exit.bind(process)
const textOf = new TextDecoder()

export function send(head: RunnerHead, body: string | Uint8Array = ''): void {
  const headBytes = Buffer.from(JSON.stringify(head))
  const bodyBytes = typeof body === 'string' ? Buffer.from(body) : body
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(headBytes.length, 0)
  sizes.writeUInt32BE(bodyBytes.length, 4)
  writeAll(Buffer.concat([sizes, headBytes]))
  writeAll(bodyBytes)
}

export function nextJob(): { head: RunHead; data: string } {
  const { head, body } = nextFrame()
  return { head: JSON.parse(head) as RunHead, data: textOf.decode(body) }
}

/** Sends a fetch and waits for its answer, whose head is the JSON of a Fetched. */
export function fetchOutside(request: string): { head: string; body: Buffer } {
  send({ kind: 'fetch' }, request)
  return nextFrame()
}

/** Reads the next frame. Exits if the other end has closed the pipe. */
function nextFrame(): { head: string; body: Buffer } {
  const sizes = readExactly(8)
  const head = readExactly(sizes.readUInt32BE(0))
  return { head: textOf.decode(head), body: readExactly(sizes.readUInt32BE(4)) }
}

/** Ends the process. The engine's state is undefined, so it must not answer again. */
export function die(): never {
  return exit(70)
}

function readExactly(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const count = read(0, bytes, done, length - done, null)
    if (count === 0) exit(0)
    done += count
  }
  return bytes
}

function writeAll(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += write(1, bytes, done, bytes.length - done)
}
