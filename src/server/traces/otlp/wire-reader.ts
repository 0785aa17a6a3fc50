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

/** Reads the fields of one protobuf message in order. Refuses lengths beyond the end. */
export class WireReader {
  readonly #pbf: PbfReader
  #type = 0
  field = 0

  constructor(bytes: Uint8Array) {
    this.#pbf = new PbfReader(bytes)
  }

  next(): boolean {
    const { pos, length } = this.#pbf
    if (pos >= length) {
      if (pos > length) throw malformed()
      return false
    }
    const tag = this.#pbf.readVarint()
    this.field = Math.floor(tag / 8)
    this.#type = tag & 7
    if (this.field === 0) throw malformed()
    return true
  }

  bytes(): Uint8Array {
    this.#expect(bytesType)
    const size = this.#pbf.readVarint()
    const start = this.#pbf.pos
    const end = start + size
    if (!(end <= this.#pbf.length)) throw malformed()
    this.#pbf.pos = end
    return this.#pbf.buf.subarray(start, end)
  }

  text(): string {
    const bytes = this.bytes()
    try {
      return utf8.decode(bytes)
    } catch {
      throw new Refusal('invalid', 'a text is not UTF-8', { loc: ['body'] })
    }
  }

  hex(): string {
    const bytes = this.bytes()
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
  }

  base64(): string {
    const bytes = this.bytes()
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  }

  /** A small integer: an enumeration or a flag. */
  varint(): number {
    this.#expect(varintType)
    return this.#pbf.readVarint()
  }

  /** A signed 64-bit integer with all its digits. */
  int64(): JsonNumber {
    this.#expect(varintType)
    const start = this.#pbf.pos
    const number = this.#pbf.readVarint(true)
    if (Number.isSafeInteger(number)) return number
    let exact = 0n
    for (let index = start; index < this.#pbf.pos; index++)
      exact |= BigInt(this.#pbf.buf[index]! & 0x7f) << BigInt(7 * (index - start))
    return new ExactNumber(BigInt.asIntN(64, exact).toString())
  }

  fixed64(): bigint {
    this.#expect(fixed64Type)
    const low = this.#pbf.readFixed32()
    const high = this.#pbf.readFixed32()
    return (BigInt(high) << 32n) | BigInt(low)
  }

  double(): number {
    this.#expect(fixed64Type)
    return this.#pbf.readDouble()
  }

  skip(): void {
    if (this.#type === varintType) this.#pbf.readVarint()
    else if (this.#type === fixed64Type) this.#pbf.pos += 8
    else if (this.#type === fixed32Type) this.#pbf.pos += 4
    else this.bytes()
  }

  #expect(type: number) {
    if (this.#type !== type) throw malformed()
  }
}
