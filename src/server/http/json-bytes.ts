/** A UTF-16 unit takes at most three bytes of UTF-8. */
const bytesOfUnit = 3

/**
 * Collects JSON text as bytes. One joined string of a megabyte would be copied three times when it is sent, and the
 * copies would burden the garbage collector.
 */
export class JsonBytes {
  #bytes: Buffer<ArrayBuffer>
  #length = 0

  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expected)
  }

  write(text: string): void {
    const needed = this.#length + text.length * bytesOfUnit
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#length += this.#bytes.write(text, this.#length)
  }

  get length(): number {
    return this.#length
  }

  toBuffer(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(needed: number) {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
