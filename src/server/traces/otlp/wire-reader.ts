import { PbfReader } from 'pbf'
import { ExactNumber, type JsonNumber } from '../../../engine/json/exact-number.ts'
import { Refusal } from '../../../engine/refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const varintType = 0
const fixed64Type = 1
const bytesType = 2
const fixed32Type = 5

export const malformed = (): Refusal =>
  new Refusal('invalid', 'the body is not an OTLP protobuf message', {
    loc: ['body'],
    type: 'protobuf_invalid',
  })

/** Reads the fields of one protobuf message in order. Refuses a length that goes beyond the end. */
export class WireReader {
  /** The reader of the whole body, which all messages share; its position is where the last message was read. */
  readonly #pbf: PbfReader
  readonly #end: number
  #position: number
  #type = 0
  field = 0

  constructor(body: Uint8Array | PbfReader, start = 0, end = body.length) {
    this.#pbf = body instanceof PbfReader ? body : new PbfReader(bufferOf(body))
    this.#position = start
    this.#end = end
  }

  next(): boolean {
    if (this.#position >= this.#end) {
      if (this.#position > this.#end) throw malformed()
      return false
    }
    const tag = this.#varint()
    this.field = Math.floor(tag / 8)
    this.#type = tag & 7
    if (this.field === 0) throw malformed()
    return true
  }

  /** Returns a reader for the message in this field, without copying its bytes. */
  message(): WireReader {
    const end = this.#endOfBytes()
    const start = this.#position
    this.#position = end
    return new WireReader(this.#pbf, start, end)
  }

  bytes(): Uint8Array {
    const end = this.#endOfBytes()
    const start = this.#position
    this.#position = end
    return this.#body.subarray(start, end)
  }

  text(): string {
    const end = this.#endOfBytes()
    const start = this.#position
    this.#position = end
    const text = this.#body.toString('utf8', start, end)
    // Bytes that are no UTF-8 become this character.
    if (!text.includes('\ufffd')) return text
    try {
      return utf8.decode(this.#body.subarray(start, end))
    } catch {
      throw new Refusal('invalid', 'a text is not UTF-8', { loc: ['body'] })
    }
  }

  hex(): string {
    return this.#encoded('hex')
  }

  base64(): string {
    return this.#encoded('base64')
  }

  /** Reads a small integer, such as an enumeration or a flag. */
  varint(): number {
    this.#expect(varintType)
    return this.#varint()
  }

  /** Reads a signed 64-bit integer with all its digits. */
  int64(): JsonNumber {
    this.#expect(varintType)
    const start = this.#position
    const number = this.#varint(true)
    if (Number.isSafeInteger(number)) return number
    let exact = 0n
    for (let index = start; index < this.#position; index++)
      exact |= BigInt(this.#body[index]! & 0x7f) << BigInt(7 * (index - start))
    return new ExactNumber(BigInt.asIntN(64, exact).toString())
  }

  fixed64(): bigint {
    this.#expect(fixed64Type)
    this.#pbf.pos = this.#position
    const low = this.#pbf.readFixed32()
    const high = this.#pbf.readFixed32()
    this.#position += 8
    return (BigInt(high) << 32n) | BigInt(low)
  }

  double(): number {
    this.#expect(fixed64Type)
    this.#pbf.pos = this.#position
    this.#position += 8
    return this.#pbf.readDouble()
  }

  skip(): void {
    if (this.#type === varintType) this.#varint()
    else if (this.#type === fixed64Type) this.#position += 8
    else if (this.#type === fixed32Type) this.#position += 4
    else this.#position = this.#endOfBytes()
  }

  get #body(): Buffer {
    return this.#pbf.buf as Buffer
  }

  /** Reads the length of a field of bytes and returns where the bytes end. The position is then their start. */
  #endOfBytes(): number {
    this.#expect(bytesType)
    const size = this.#varint()
    const end = this.#position + size
    if (!(end <= this.#end)) throw malformed()
    return end
  }

  #encoded(encoding: 'hex' | 'base64'): string {
    const end = this.#endOfBytes()
    const start = this.#position
    this.#position = end
    return this.#body.toString(encoding, start, end)
  }

  #varint(isSigned = false): number {
    this.#pbf.pos = this.#position
    const value = this.#pbf.readVarint(isSigned)
    this.#position = this.#pbf.pos
    return value
  }

  #expect(type: number) {
    if (this.#type !== type) throw malformed()
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
