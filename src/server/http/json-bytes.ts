/** UTF-8 takes no more than three bytes for one unit of a string. */
const bytesOfUnit = 3

/**
 * JSON text written piece by piece as the bytes that are sent. A megabyte joined as one string is copied three times on its
 * way out, and is garbage of the kind that V8 collects by its slow way; a piece of some kilobytes is gone at once.
 */
export class JsonBytes {
  #bytes: Buffer
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

  written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(needed: number) {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
