/** The standard and the URL-safe alphabet, without white space. */
const alphabet = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Decodes base64 in chunks. Ignores line breaks, which MIME inserts. */
export class Base64Decoder {
  #rest = ''
  #ended = false

  /** Decodes a chunk; null if it is not base64. */
  push(bytes: Buffer): Buffer | null {
    const text = this.#rest + bytes.toString('latin1').replace(/[\r\n\t ]+/g, '')
    if (text === '') return Buffer.alloc(0)
    if (!alphabet.test(text) || this.#ended) return null
    if (text.endsWith('=')) {
      // The padding may arrive in two chunks.
      if (text.length % 4 !== 0) return this.#store(text)
      this.#ended = true
      this.#rest = ''
      return Buffer.from(text, 'base64')
    }
    const whole = text.length - (text.length % 4)
    this.#rest = text.slice(whole)
    return Buffer.from(text.slice(0, whole), 'base64')
  }

  #store(text: string): Buffer {
    this.#rest = text
    return Buffer.alloc(0)
  }

  /** Decodes the last bytes, if the padding is missing; null if they are not base64. */
  end(): Buffer | null {
    const text = this.#rest.replace(/=+$/, '')
    const isPadded = text !== this.#rest
    const remainder = text.length % 4
    return remainder === 1 || (isPadded && remainder === 0) ? null : Buffer.from(text, 'base64')
  }
}
