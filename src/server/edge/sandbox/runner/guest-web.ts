/**
 * `URL`, `URLSearchParams`, `TextEncoder`, `TextDecoder` and `crypto` for the code, as text that QuickJS compiles on first use.
 * `web-apis.ts` implements `native(operation, argumentsText, …bytes)`.
 */
export const guestWeb = `(function (native) {
  'use strict'
  const { parse, stringify } = JSON
  const ask = (operation, values, ...bytes) => native(operation, stringify(values), ...bytes)
  const read = (operation, values, ...bytes) => parse(ask(operation, values, ...bytes))
  const text = (value) => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string')
    return String(value)
  }
  const tagged = (type, name) =>
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true })
  const fault = (message, name) => { throw new DOMException(message, name) }

  let link, refill
  class URLSearchParams {
    #pairs = []
    #changed = null
    static {
      link = (params, changed) => { params.#changed = changed }
      refill = (params, search) => { params.#pairs = read('parameters', [search.replace(/^\\?/, '')]) }
    }
    constructor(init) {
      if (init === undefined) return
      if (init === null || (typeof init !== 'object' && typeof init !== 'function')) refill(this, text(init))
      else if (typeof init[Symbol.iterator] === 'function') {
        for (const item of init) {
          const pair = typeof item === 'object' && item !== null ? [...item] : []
          if (pair.length !== 2) throw new TypeError('Each query pair must be an iterable [name, value] tuple')
          this.#pairs.push(pair.map(text))
        }
      } else {
        const named = new Map()
        for (const key of Reflect.ownKeys(init)) {
          const found = Object.getOwnPropertyDescriptor(init, key)
          if (found && found.enumerable) named.set(text(key).toWellFormed(), text(init[key]))
        }
        this.#pairs = [...named]
      }
      this.#pairs = this.#pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])
    }
    #is(name, value) {
      const wanted = text(name).toWellFormed()
      const other = value === undefined ? null : text(value).toWellFormed()
      return (pair) => pair[0] === wanted && (other === null || pair[1] === other)
    }
    #change(pairs) {
      this.#pairs = pairs
      this.#changed?.(this.toString())
    }
    get size() { return this.#pairs.length }
    append(name, value) {
      this.#pairs.push([text(name).toWellFormed(), text(value).toWellFormed()])
      this.#change(this.#pairs)
    }
    delete(name, value) {
      const is = this.#is(name, value)
      this.#change(this.#pairs.filter((pair) => !is(pair)))
    }
    get(name) { return this.#pairs.find(this.#is(name))?.[1] ?? null }
    getAll(name) { return this.#pairs.filter(this.#is(name)).map((pair) => pair[1]) }
    has(name, value) { return this.#pairs.some(this.#is(name, value)) }
    set(name, value) {
      const is = this.#is(name)
      const pair = [text(name).toWellFormed(), text(value).toWellFormed()]
      const at = this.#pairs.findIndex(is)
      this.#change(at < 0 ? [...this.#pairs, pair] : this.#pairs.flatMap((one, index) =>
        index === at ? [pair] : is(one) ? [] : [one]))
    }
    sort() { this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) }
    toString() { return read('query', [this.#pairs]) }
    forEach(visit, self) { for (const [name, value] of this) visit.call(self, value, name, this) }
    *entries() { for (let at = 0; at < this.#pairs.length; at++) yield [...this.#pairs[at]] }
    *keys() { for (const [name] of this.entries()) yield name }
    *values() { for (const [, value] of this.entries()) yield value }
    [Symbol.iterator]() { return this.entries() }
  }
  tagged(URLSearchParams, 'URLSearchParams')

  const readUrl = (url, base) => read('url', [text(url), base === undefined ? null : text(base)])
  class URL {
    #parts
    #params = null
    constructor(url, base) {
      if (arguments.length === 0) throw new TypeError('The "url" argument must be specified')
      this.#parts = readUrl(url, base)
      if (!this.#parts) throw new TypeError('Invalid URL')
    }
    static canParse(url, base) { return readUrl(url, base) !== null }
    static parse(url, base) { return URL.canParse(url, base) ? new URL(url, base) : null }
    static {
      for (const part of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'])
        Object.defineProperty(URL.prototype, part, {
          get() { return this.#parts[part] },
          set: part === 'origin' ? undefined : function (value) { this.#set(part, value) },
          enumerable: true,
          configurable: true,
        })
    }
    #set(part, value) {
      const next = read('url', [this.#parts.href, null, part, text(value)])
      if (!next) throw new TypeError('Invalid URL')
      this.#parts = next
      if (this.#params && (part === 'href' || part === 'search')) refill(this.#params, next.search)
    }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.#parts.search)
        link(this.#params, (search) => {
          this.#parts = read('url', [this.#parts.href, null, 'search', search])
        })
      }
      return this.#params
    }
    toString() { return this.#parts.href }
    toJSON() { return this.#parts.href }
  }
  tagged(URL, 'URL')

  class TextEncoder {
    get encoding() { return 'utf-8' }
    encode(value = '') { return ask('encode', [text(value)]) }
    encodeInto(source, target) {
      if (!(target instanceof Uint8Array)) throw new TypeError('The "dest" argument must be an instance of Uint8Array')
      const whole = text(source)
      let [read, written] = [0, 0]
      for (const character of whole) {
        const point = character.codePointAt(0)
        const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
        if (written + size > target.length) break
        written += size
        read += character.length
      }
      target.set(this.encode(whole.slice(0, read)))
      return { read, written }
    }
  }
  tagged(TextEncoder, 'TextEncoder')

  const bytesOf = (source) => {
    if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    if (source instanceof ArrayBuffer || source instanceof SharedArrayBuffer) return new Uint8Array(source)
    throw new TypeError('The argument must be an ArrayBuffer or a view of one')
  }
  class TextDecoder {
    #options
    #stream = null
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#options = { label: text(label), fatal: !!fatal, ignoreBOM: !!ignoreBOM }
      this.#options.label = this.#decode([{ ...this.#options, stream: null, more: false }]).encoding
    }
    #decode(values, ...bytes) {
      const answer = read('decode', values, ...bytes)
      if (answer.fault === undefined) return answer
      this.#stream = null
      if (answer.fault === 'QuotaExceeded') throw new RangeError('Too many decoders wait for more bytes')
      if (answer.fault === 'RangeError') throw new RangeError('The "' + this.#options.label + '" encoding is not supported')
      throw new TypeError('The encoded data was not valid for encoding ' + this.#options.label)
    }
    get encoding() { return this.#options.label }
    get fatal() { return this.#options.fatal }
    get ignoreBOM() { return this.#options.ignoreBOM }
    decode(source = new Uint8Array(), { stream = false } = {}) {
      const answer = this.#decode([{ ...this.#options, stream: this.#stream, more: !!stream }], bytesOf(source))
      this.#stream = answer.stream
      return answer.text
    }
  }
  tagged(TextDecoder, 'TextDecoder')

  const integers = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array]
  const hashes = new Map([['SHA-1', 'sha1'], ['SHA-256', 'sha256'], ['SHA-384', 'sha384'], ['SHA-512', 'sha512']])
  const nameOf = (algorithm) => text(typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm).toUpperCase()
  const hashOf = (algorithm) => hashes.get(nameOf(algorithm)) ?? fault('Unrecognized algorithm name', 'NotSupportedError')
  const bufferOf = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)

  let secretOf
  class CryptoKey {
    #secret
    static { secretOf = (key) => key.#secret }
    constructor(token, secret, algorithm, extractable, usages) {
      if (token !== made) throw new TypeError('Illegal constructor')
      this.#secret = secret
      Object.assign(this, { type: 'secret', algorithm, extractable, usages })
    }
  }
  const made = Symbol('made')
  const usable = (algorithm, key, usage) => {
    if (nameOf(algorithm) !== 'HMAC') fault('Unrecognized algorithm name', 'NotSupportedError')
    if (!(key instanceof CryptoKey)) throw new TypeError('The key is not a CryptoKey')
    if (!key.usages.includes(usage)) fault('Unable to use this key to ' + usage, 'InvalidAccessError')
    return [[hashOf(key.algorithm.hash)], secretOf(key)]
  }
  const subtle = {
    async digest(algorithm, data) { return bufferOf(ask('hash', [hashOf(algorithm)], bytesOf(data))) },
    async importKey(format, data, algorithm, extractable, usages) {
      if (format !== 'raw' || nameOf(algorithm) !== 'HMAC') fault('Only raw keys of HMAC are supported', 'NotSupportedError')
      hashOf(algorithm.hash)
      const secret = bytesOf(data).slice()
      if (secret.length === 0) fault('Zero-length key is not supported', 'DataError')
      const about = { name: 'HMAC', hash: { name: nameOf(algorithm.hash) }, length: secret.length * 8 }
      return new CryptoKey(made, secret, about, !!extractable, [...usages])
    },
    async sign(algorithm, key, data) { return bufferOf(ask('hmac', ...usable(algorithm, key, 'sign'), bytesOf(data))) },
    async verify(algorithm, key, signature, data) {
      const [wanted, found] = [ask('hmac', ...usable(algorithm, key, 'verify'), bytesOf(data)), bytesOf(signature)]
      let other = wanted.length ^ found.length
      for (let at = 0; at < wanted.length; at++) other |= wanted[at] ^ found[at]
      return other === 0
    },
  }
  const crypto = {
    subtle,
    randomUUID: () => read('uuid', []),
    getRandomValues(array) {
      if (!integers.some((type) => array instanceof type)) fault('The data argument must be an integer-type TypedArray', 'TypeMismatchError')
      if (array.byteLength > 65536) fault('The requested length exceeds 65,536 bytes', 'QuotaExceededError')
      bytesOf(array).set(ask('random', [array.byteLength]))
      return array
    },
  }
  Object.defineProperty(crypto, Symbol.toStringTag, { value: 'Crypto' })
  return { URL, URLSearchParams, TextEncoder, TextDecoder, crypto }
})`
