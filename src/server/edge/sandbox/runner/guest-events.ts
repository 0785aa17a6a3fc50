/**
 * `structuredClone`, `Headers`, `AbortController` and related APIs for the code, as text that QuickJS compiles on first use.
 * Pure JavaScript, without host calls.
 */
export const guestEvents = `(function () {
  'use strict'
  const fault = (message, name) => { throw new DOMException(message, name) }
  const text = (value) => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string')
    return String(value)
  }
  const tagged = (type, name) =>
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true })

  let open, isStopped, end
  class Event {
    #type
    #cancelable
    #prevented = false
    #stopped = false
    #target = null
    #time = Date.now()
    static {
      open = (event, target) => { event.#target = target }
      isStopped = (event) => event.#stopped
    }
    constructor(type, { cancelable = false } = {}) {
      if (arguments.length === 0) throw new TypeError('The "type" argument must be specified')
      this.#type = text(type)
      this.#cancelable = !!cancelable
    }
    get type() { return this.#type }
    get target() { return this.#target }
    get currentTarget() { return this.#target }
    get cancelable() { return this.#cancelable }
    get defaultPrevented() { return this.#prevented }
    get timeStamp() { return this.#time }
    preventDefault() { this.#prevented ||= this.#cancelable }
    stopPropagation() {}
    stopImmediatePropagation() { this.#stopped = true }
  }
  tagged(Event, 'Event')

  class EventTarget {
    #listeners = []
    addEventListener(type, listener, options) {
      const { once = false, signal } = typeof options === 'object' && options !== null ? options : {}
      if (listener === null || listener === undefined || signal?.aborted) return
      const name = text(type)
      if (this.#listeners.some((one) => one.name === name && one.listener === listener)) return
      this.#listeners.push({ name, listener, once: !!once })
      signal?.addEventListener('abort', () => this.removeEventListener(name, listener), { once: true })
    }
    removeEventListener(type, listener) {
      const name = text(type)
      this.#listeners = this.#listeners.filter((one) => one.name !== name || one.listener !== listener)
    }
    dispatchEvent(event) {
      if (!(event instanceof Event)) throw new TypeError('The "event" argument must be an instance of Event')
      open(event, this)
      for (const one of this.#listeners.filter(({ name }) => name === event.type)) {
        if (isStopped(event) || !this.#listeners.includes(one)) continue
        const { listener } = one
        if (one.once) this.removeEventListener(one.name, listener)
        if (typeof listener === 'function') listener.call(this, event)
        else listener.handleEvent(event)
      }
      return !event.defaultPrevented
    }
  }
  tagged(EventTarget, 'EventTarget')

  const made = Symbol('made')
  class AbortSignal extends EventTarget {
    #aborted = false
    #reason
    #handler = null
    static { end = (signal, reason) => signal.#end(reason) }
    constructor(token) {
      if (token !== made) throw new TypeError('Illegal constructor')
      super()
    }
    #end(reason = new DOMException('This operation was aborted', 'AbortError')) {
      if (this.#aborted) return
      this.#aborted = true
      this.#reason = reason
      this.dispatchEvent(new Event('abort'))
    }
    static abort(reason) {
      const signal = new AbortSignal(made)
      signal.#end(reason)
      return signal
    }
    static timeout(milliseconds) {
      const signal = new AbortSignal(made)
      setTimeout(() => signal.#end(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), milliseconds)
      return signal
    }
    static any(signals) {
      const all = [...signals]
      const signal = new AbortSignal(made)
      const first = all.find(({ aborted }) => aborted)
      if (first) signal.#end(first.reason)
      else for (const one of all) one.addEventListener('abort', () => signal.#end(one.reason), { once: true })
      return signal
    }
    get aborted() { return this.#aborted }
    get reason() { return this.#reason }
    get onabort() { return this.#handler }
    set onabort(handler) {
      if (this.#handler) this.removeEventListener('abort', this.#handler)
      this.#handler = typeof handler === 'function' ? handler : null
      this.addEventListener('abort', this.#handler)
    }
    throwIfAborted() { if (this.#aborted) throw this.#reason }
  }
  tagged(AbortSignal, 'AbortSignal')

  class AbortController {
    #signal = new AbortSignal(made)
    get signal() { return this.#signal }
    abort(reason) { end(this.#signal, reason) }
  }
  tagged(AbortController, 'AbortController')

  const token = /^[!#$%&'*+.^_\`|~0-9A-Za-z-]+$/
  const nameOf = (name) => {
    const wanted = text(name)
    if (!token.test(wanted)) throw new TypeError('"' + wanted + '" is an invalid header name.')
    return wanted.toLowerCase()
  }
  const valueOf = (value) => {
    const wanted = text(value).replace(/^[\\t\\n\\r ]+|[\\t\\n\\r ]+$/g, '')
    if (/[\\0\\r\\n]/.test(wanted)) throw new TypeError('"' + wanted + '" is an invalid header value.')
    if (/[^\\0-\\xff]/.test(wanted)) throw new TypeError('A header value has a character above 255.')
    return wanted
  }
  class Headers {
    #fields = new Map()
    constructor(init) {
      if (init === undefined) return
      if (init === null || typeof init !== 'object') throw new TypeError('Headers are made of pairs or an object')
      const pairs = typeof init[Symbol.iterator] === 'function'
        ? Array.from(init, (pair) => {
            const read = typeof pair === 'object' && pair !== null ? [...pair] : []
            if (read.length !== 2) throw new TypeError('Each header must be a pair of a name and a value')
            return read
          })
        : Object.entries(init)
      for (const [name, value] of pairs) this.append(name, value)
    }
    append(name, value) {
      const key = nameOf(name)
      const list = this.#fields.get(key)
      const added = valueOf(value)
      if (list) list.push(added)
      else this.#fields.set(key, [added])
    }
    delete(name) { this.#fields.delete(nameOf(name)) }
    get(name) { return this.#fields.get(nameOf(name))?.join(', ') ?? null }
    getSetCookie() { return [...(this.#fields.get('set-cookie') ?? [])] }
    has(name) { return this.#fields.has(nameOf(name)) }
    set(name, value) { this.#fields.set(nameOf(name), [valueOf(value)]) }
    forEach(visit, self) { for (const [name, value] of this) visit.call(self, value, name, this) }
    *entries() {
      const sorted = [...this.#fields].sort(([a], [b]) => (a < b ? -1 : 1))
      for (const [name, values] of sorted) {
        if (name === 'set-cookie') for (const value of values) yield [name, value]
        else yield [name, values.join(', ')]
      }
    }
    *keys() { for (const [name] of this.entries()) yield name }
    *values() { for (const [, value] of this.entries()) yield value }
    [Symbol.iterator]() { return this.entries() }
  }
  tagged(Headers, 'Headers')

  const errors = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]
  const unclonable = (value) => fault(text(typeof value === 'object' ? Object.prototype.toString.call(value) : typeof value) + ' could not be cloned.', 'DataCloneError')
  const foreign = [Promise, WeakMap, WeakSet, WeakRef, SharedArrayBuffer, EventTarget, Event, Headers]

  function copyOf(value, seen) {
    if (typeof value === 'function' || typeof value === 'symbol') return unclonable(value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    const remember = (copy) => {
      seen.set(value, copy)
      return copy
    }
    if (Array.isArray(value)) return fill(value, remember(new Array(value.length)), seen)
    if (value instanceof Date) return remember(new Date(value.getTime()))
    if (value instanceof RegExp) return remember(new RegExp(value.source, value.flags))
    if (value instanceof Boolean || value instanceof Number || value instanceof String || value instanceof BigInt)
      return remember(Object(value.valueOf()))
    if (value instanceof ArrayBuffer) return remember(value.slice(0))
    if (ArrayBuffer.isView(value)) {
      const buffer = copyOf(value.buffer, seen)
      const length = value instanceof DataView ? value.byteLength : value.length
      return remember(new value.constructor(buffer, value.byteOffset, length))
    }
    if (value instanceof Map) {
      const copy = remember(new Map())
      for (const [key, item] of [...value]) copy.set(copyOf(key, seen), copyOf(item, seen))
      return copy
    }
    if (value instanceof Set) {
      const copy = remember(new Set())
      for (const item of [...value]) copy.add(copyOf(item, seen))
      return copy
    }
    if (value instanceof Error) {
      const Type = errors.find(({ name }) => name === value.name) ?? Error
      const copy = remember(new Type())
      for (const key of ['stack', 'message', 'cause'])
        if (Object.hasOwn(value, key))
          Object.defineProperty(copy, key, { value: copyOf(value[key], seen), writable: true, configurable: true })
      return copy
    }
    if (foreign.some((type) => value instanceof type)) return unclonable(value)
    return fill(value, remember({}), seen)
  }
  function fill(from, to, seen) {
    for (const key of Object.keys(from))
      Object.defineProperty(to, key, { value: copyOf(from[key], seen), writable: true, enumerable: true, configurable: true })
    return to
  }
  function structuredClone(value, { transfer = [] } = {}) {
    if (arguments.length === 0) throw new TypeError('The "value" argument must be specified')
    const moved = [...transfer]
    if (moved.some((one) => !(one instanceof ArrayBuffer))) fault('Value not transferable', 'DataCloneError')
    const copy = copyOf(value, new Map())
    for (const one of moved) one.transfer()
    return copy
  }

  return { structuredClone, Headers, AbortController, AbortSignal, Event, EventTarget }
})`
