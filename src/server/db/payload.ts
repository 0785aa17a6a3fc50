import { isAscii } from 'node:buffer'
import type { Dialect } from './migrations.ts'
import { payloadDictionary } from './payload-dictionary.ts'
import { Zstd } from './zstd.ts'

/**
 * The large parts of a request in one zstd frame: input text and output text, each ended by NUL, then the original. The
 * texts repeat content of the original, so together they take little more space.
 */
export interface Payload {
  readonly inputText: string
  readonly outputText: string
  readonly original: Uint8Array
  /**
   * On SQLite, the document of the span that the request was recorded from. It follows the original, which contains no
   * NUL.
   */
  readonly document?: string | null
}

/** Unpacks all frames; a frame that was packed without a dictionary does not use it. */
const withDictionary = new Zstd(payloadDictionary)
const plain = new Zstd(null)

/** On PostgreSQL, processes of an older release without the dictionary may run beside this process. */
const packerOf = (dialect: Dialect): Zstd => (dialect === 'sqlite' ? withDictionary : plain)

/** Compressing fewer bytes takes less time than sending them to another thread. */
const quickBytes = 64 * 1024

export async function packPayload(dialect: Dialect, payload: Payload): Promise<Uint8Array> {
  const packer = packerOf(dialect)
  const short = writeShort(payload)
  if (short) return packer.compressNow(short)
  const bytes = bytesOf(payload)
  return bytes.length <= quickBytes ? packer.compressNow(bytes) : packer.compress(bytes)
}

/** Synchronous, for use inside transactions. */
export const packPayloadNow = (dialect: Dialect, payload: Payload): Uint8Array =>
  packerOf(dialect).compressNow(writeShort(payload) ?? bytesOf(payload))

const bytesOf = ({ inputText, outputText, original, document }: Payload): Buffer =>
  Buffer.concat([
    Buffer.from(`${inputText}\0${outputText}\0`),
    original,
    ...(document ? [Buffer.from(`\0${document}`)] : []),
  ])

const shortBytes = Buffer.allocUnsafeSlow(quickBytes)
/** Maximum bytes of a UTF-16 unit in UTF-8. */
const bytesOfUnit = 3

/** As `bytesOf`, into a shared buffer: valid until the next call. Null if the payload may be too long. */
export function writeShort({ inputText, outputText, original, document }: Payload): Buffer | null {
  const units = inputText.length + outputText.length + (document?.length ?? 0) + 3
  if (units * bytesOfUnit + original.length > shortBytes.length) return null
  let end = shortBytes.write(inputText, 0)
  shortBytes[end++] = 0
  end += shortBytes.write(outputText, end)
  shortBytes[end++] = 0
  shortBytes.set(original, end)
  end += original.length
  if (document) {
    shortBytes[end++] = 0
    end += shortBytes.write(document, end)
  }
  return shortBytes.subarray(0, end)
}

const emptyTexts = { inputText: '', outputText: '' }

const documentPayload = (document: string): Payload => ({
  ...emptyTexts,
  original: emptyBuffer,
  document,
})

/** On SQLite, packs the document of a span without a payload. */
export const packDocument = (document: string): Promise<Uint8Array> =>
  packPayload('sqlite', documentPayload(document))

/** Synchronous, for use inside transactions. */
export const packDocumentNow = (document: string): Uint8Array =>
  packPayloadNow('sqlite', documentPayload(document))

/** @throws if the frame holds no document. */
export function documentOf(frame: Uint8Array): string {
  const document = unpack(frame)[3]
  if (!document) throw new Error('A span has no document in its frame.')
  return document.toString('utf8')
}

const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd]
/** First byte of a payload that is not compressed: neither JSON nor a frame begins with it. */
const rawMark = Buffer.from([0])

/** Marks the bytes of a payload as uncompressed. */
export const rawPayload = (bytes: Uint8Array): Buffer => Buffer.concat([rawMark, bytes])

const isRaw = (payload: Uint8Array): boolean => payload[0] === rawMark[0]

/** On SQLite, compresses bytes that have the form of a payload. */
export const packRaw = (bytes: Uint8Array): Buffer => withDictionary.compressNow(bytes)

export const unpackRaw = (frame: Uint8Array): Buffer => withDictionary.decompressNow(frame)

/** `payload_alone(payload)` in SQL: the payload in a separate frame. */
export const payloadAlone = (payload: Uint8Array): Uint8Array =>
  isRaw(payload) ? packRaw(payload.subarray(1)) : payload

export const originalOf = (payload: Uint8Array): Buffer => unpack(payload)[2]

/** `payload_text(payload, part)` in SQL: part 0 is the folded input, part 1 the output. */
export const textOf = (payload: Uint8Array, part: 0 | 1): string => unpack(payload)[part].toString('utf8')

export function textsOf(payload: Uint8Array): { readonly inputText: string; readonly outputText: string } {
  const [input, output] = unpack(payload)
  return { inputText: input.toString('utf8'), outputText: output.toString('utf8') }
}

/** Both texts joined by a newline, without the copies that `textsOf` makes; null if they are long or not ASCII. */
export function plainTextOf(payload: Uint8Array): string | null {
  if (isRaw(payload)) return plainTextOfContent(bufferOf(payload.subarray(1)))
  const bytes = isFrame(payload) ? withDictionary.decompressView(payload) : null
  return bytes && plainTextOfContent(bytes)
}

/** As `plainTextOf`, for an uncompressed payload. */
export function plainTextOfContent(content: Buffer): string | null {
  const inputEnd = content.indexOf(0)
  const textsEnd = content.indexOf(0, inputEnd + 1)
  if (!isAscii(content.subarray(0, textsEnd))) return null
  return `${content.toString('latin1', 0, inputEnd)}\n${content.toString('latin1', inputEnd + 1, textsEnd)}`
}

export const allTextsOf = (frame: Uint8Array): string[] =>
  unpack(frame).flatMap((part) => (part && part.length > 0 ? [part.toString('utf8')] : []))

export function payloadOf(payload: Uint8Array): Payload {
  const [input, output, original, document] = unpack(payload)
  return {
    inputText: input.toString('utf8'),
    outputText: output.toString('utf8'),
    original,
    document: document?.toString('utf8') ?? null,
  }
}

/** The part of a payload that stays in the database when its original moves to object storage: on SQLite the texts. */
export const withoutOriginal = (payload: Uint8Array): Uint8Array =>
  packPayloadNow('sqlite', { ...payloadOf(payload), original: emptyBuffer })

/** Joins the texts that stayed in the database with the original from object storage. */
export const withOriginal = (dialect: Dialect, rest: Uint8Array, original: Uint8Array): Uint8Array =>
  packPayloadNow(dialect, { ...(rest.length > 0 ? payloadOf(rest) : emptyTexts), original })

const emptyBuffer = Buffer.alloc(0)

/** Payloads of old versions are uncompressed JSON, which never begins like a zstd frame. */
const isFrame = (payload: Uint8Array): boolean => zstdMagic.every((byte, index) => payload[index] === byte)

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function unpack(
  payload: Uint8Array,
): [input: Buffer, output: Buffer, original: Buffer, document: Buffer | null] {
  const packed = bufferOf(payload)
  if (!isRaw(packed) && !isFrame(packed)) return [emptyBuffer, emptyBuffer, packed, null]
  const bytes = isRaw(packed) ? packed.subarray(1) : withDictionary.decompressNow(packed)
  const inputEnd = bytes.indexOf(0)
  const outputEnd = bytes.indexOf(0, inputEnd + 1)
  const [input, output] = [bytes.subarray(0, inputEnd), bytes.subarray(inputEnd + 1, outputEnd)]
  const rest = bytes.subarray(outputEnd + 1)
  const originalEnd = rest.indexOf(0)
  if (originalEnd < 0) return [input, output, rest, null]
  return [input, output, rest.subarray(0, originalEnd), rest.subarray(originalEnd + 1)]
}
