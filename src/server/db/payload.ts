import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { compressNow, decompressNow, level1 } from './zstd.ts'

/**
 * What is large of a request in one zstd frame: input and output text, each ended by NUL, which neither can hold,
 * then the original. Together they take little more than the original alone, since it says the same.
 */
export interface Payload {
  readonly inputText: string
  readonly outputText: string
  readonly original: Uint8Array
}

const compress = promisify(zstdCompress)

/** Up to here compressing takes less time than the way to another thread and back. */
const quickBytes = 64 * 1024

export async function packPayload(payload: Payload): Promise<Uint8Array> {
  const bytes = bytesOf(payload)
  return bytes.length <= quickBytes ? compressNow(bytes) : compress(bytes, level1)
}

/** The same without waiting, for work inside a transaction. */
export const packPayloadNow = (payload: Payload): Uint8Array => compressNow(bytesOf(payload))

const bytesOf = ({ inputText, outputText, original }: Payload): Buffer =>
  Buffer.concat([Buffer.from(`${inputText}\0${outputText}\0`), original])

const zstdMagic = 0xfd2fb528

export const originalOf = (payload: Uint8Array): Buffer => unpack(payload)[2]

/** `payload_text(payload, 0)` in SQL: the folded input, and 1 the output. */
export const textOf = (payload: Uint8Array, part: 0 | 1): string => unpack(payload)[part].toString('utf8')

export function textsOf(payload: Uint8Array): { readonly inputText: string; readonly outputText: string } {
  const [input, output] = unpack(payload)
  return { inputText: input.toString('utf8'), outputText: output.toString('utf8') }
}

export function payloadOf(payload: Uint8Array): Payload {
  const [input, output, original] = unpack(payload)
  return { inputText: input.toString('utf8'), outputText: output.toString('utf8'), original }
}

const nothing = Buffer.alloc(0)

function unpack(payload: Uint8Array): [input: Buffer, output: Buffer, original: Buffer] {
  const packed = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  // Written before there was compression: no JSON text begins like a zstd frame.
  if (packed.length < 4 || packed.readUInt32LE() !== zstdMagic) return [nothing, nothing, packed]
  const bytes = decompressNow(packed)
  const inputEnd = bytes.indexOf(0)
  const outputEnd = bytes.indexOf(0, inputEnd + 1)
  return [bytes.subarray(0, inputEnd), bytes.subarray(inputEnd + 1, outputEnd), bytes.subarray(outputEnd + 1)]
}
