/** Both alphabets, without white space. */
const alphabet = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Decodes base64 as it comes. Line breaks are passed over, as MIME has them. */
export class Base64Decoder {
  #left = ''
  #ended = false

  /** Null when it is no base64. */
  push(bytes: Buffer): Buffer | null {
    const text = this.#left + bytes.toString('latin1').replace(/[\r\n\t ]+/g, '')
    if (text === '') return Buffer.alloc(0)
    if (!alphabet.test(text) || (this.#ended && text !== '')) return null
    if (text.endsWith('=')) {
      // The end may come in two pieces.
      if (text.length % 4 !== 0) return this.#keep(text)
      this.#ended = true
      this.#left = ''
      return Buffer.from(text, 'base64')
    }
    const whole = text.length - (text.length % 4)
    this.#left = text.slice(whole)
    return Buffer.from(text.slice(0, whole), 'base64')
  }

  #keep(text: string): Buffer {
    this.#left = text
    return Buffer.alloc(0)
  }

  /** The last bytes, where the sender left the padding out. */
  end(): Buffer | null {
    const text = this.#left.replace(/=+$/, '')
    const isPadded = text !== this.#left
    const over = text.length % 4
    return over === 1 || (isPadded && over === 0) ? null : Buffer.from(text, 'base64')
  }
}
