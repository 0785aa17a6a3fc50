import { crc32 } from 'node:zlib'
import type { Answer } from '../../call.ts'

/** A frame of Amazon's event stream: lengths, headers of text, a payload, and two checksums. */
export function frame(headers: Readonly<Record<string, string>>, payload: unknown): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(header))
  const body = Buffer.from(JSON.stringify(payload))
  const bytes = Buffer.alloc(12 + head.length + body.length + 4)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(head.length, 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8)
  head.copy(bytes, 12)
  body.copy(bytes, 12 + head.length)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  return bytes
}

const textType = 7

function header([name, value]: [string, string]): Buffer {
  const bytes = Buffer.alloc(1 + name.length + 1 + 2 + Buffer.byteLength(value))
  bytes.writeUInt8(name.length, 0)
  bytes.write(name, 1)
  bytes.writeUInt8(textType, 1 + name.length)
  bytes.writeUInt16BE(Buffer.byteLength(value), 2 + name.length)
  bytes.write(value, 4 + name.length)
  return bytes
}

export const eventFrame = (type: string, payload: unknown) =>
  frame({ ':message-type': 'event', ':event-type': type, ':content-type': 'application/json' }, payload)

export const exceptionFrame = (type: string, message: string) =>
  frame(
    { ':message-type': 'exception', ':exception-type': type, ':content-type': 'application/json' },
    { message },
  )

export const frames = (parts: readonly Uint8Array[]): Answer => ({
  contentType: 'application/vnd.amazon.eventstream',
  isStream: true,
  parts,
})
