import { ImportFailure } from './import-failure.ts'
import { maxRowBytes } from './read-slices.ts'

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d,
] as const
const byteOrderMark = Buffer.from('\uFEFF')
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

type Position = 'start' | 'before item' | 'after item' | 'after comma' | 'end'

/** Finds where objects start and end, in a list or one after the other, without parsing them. */
export class ObjectSplitter {
  #position: Position = 'start'
  #isList = false
  #depth = 0
  #isInText = false
  #isEscaped = false
  #count = 0
  #partial: Buffer[] = []
  #partialSize = 0
  #isFirst = true

  /** Returns the objects that end in this slice. */
  push(slice: Buffer): Buffer[] {
    const bytes = this.#isFirst && slice.subarray(0, 3).equals(byteOrderMark) ? slice.subarray(3) : slice
    this.#isFirst = false
    const objects: Buffer[] = []
    let from = 0
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!
      if (this.#depth === 0) {
        if (this.#between(byte)) from = index
      } else if (this.#within(byte)) {
        this.#partial.push(bytes.subarray(from, index + 1))
        objects.push(Buffer.concat(this.#partial))
        this.#partial = []
        this.#partialSize = 0
        this.#position = 'after item'
      }
    }
    if (this.#depth > 0) this.#buffer(bytes.subarray(from))
    return objects
  }

  end() {
    if (this.#depth > 0) throw new ImportFailure(`The file ends within object ${this.#count}.`)
    if (this.#position === 'start') throw new ImportFailure('The file is empty.')
    if (this.#isList && this.#position !== 'end') throw new ImportFailure('The list in the file has no end.')
  }

  /** Processes a byte between objects; true if an object starts. */
  #between(byte: number): boolean {
    if (isSpace(byte)) return false
    const position = this.#position
    if (byte === openBrace && position !== 'end' && !(this.#isList && position === 'after item')) {
      this.#depth = 1
      this.#count++
      return true
    }
    if (byte === openBracket && position === 'start') {
      this.#isList = true
      this.#position = 'before item'
    } else if (byte === comma && this.#isList && position === 'after item') this.#position = 'after comma'
    else if (
      byte === closeBracket &&
      this.#isList &&
      (position === 'before item' || position === 'after item')
    )
      this.#position = 'end'
    else throw new ImportFailure(this.#problem())
    return false
  }

  #problem(): string {
    if (this.#position === 'end') return 'The file has more text after the end of the list.'
    if (this.#count === 0) return 'The file must be a list of JSON objects.'
    return `Object ${this.#count} is not followed by another object.`
  }

  /** Processes a byte of an object; true if the object ends. */
  #within(byte: number): boolean {
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === backslash) this.#isEscaped = true
      else if (byte === quote) this.#isInText = false
    } else if (byte === quote) this.#isInText = true
    else if (byte === openBrace || byte === openBracket) this.#depth++
    else if (byte === closeBrace || byte === closeBracket) this.#depth--
    return this.#depth === 0
  }

  #buffer(bytes: Buffer) {
    this.#partial.push(bytes)
    this.#partialSize += bytes.length
    if (this.#partialSize > maxRowBytes)
      throw new ImportFailure(`Object ${this.#count}: it has more than ${maxRowBytes} bytes.`)
  }
}
