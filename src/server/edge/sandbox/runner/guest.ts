/**
 * Text that runs inside QuickJS before the user's code, and saves the built-ins that it needs before that code can
 * change them. `out(stream, text)` prints; `done(valueText, errorText)` ends the call; `pause(milliseconds)` waits;
 * `ask(requestText, (headText, body) => …)` fetches, if the code may; `more(part)` loads `guest-web.ts`,
 * `guest-events.ts` or `guest-intl.ts`. Starting the code returns a function that runs the next timer and returns
 * whether there was one.
 */
export const guestPrelude = `(function (out, done, pause, more, ask) {
  'use strict'
  const { parse, stringify } = JSON
  const { isFinite } = Number
  const { apply } = Reflect
  const { then } = Promise.prototype
  const text = String
  const exec = RegExp.prototype.exec
  const { indexOf, slice } = String.prototype
  const { test } = RegExp.prototype
  const { freeze } = Object
  const big = BigInt
  const whole = /^-?\\d+$/
  const location = /code\\.js:(\\d+)/
  const unfit = [Map, Set, WeakMap, WeakSet, RegExp, ArrayBuffer, SharedArrayBuffer, DataView, Promise]
  const isView = ArrayBuffer.isView
  const TypeFault = TypeError
  const MemoryFault = InternalError

  const write = (stream) => (...values) => {
    let line = ''
    for (let i = 0; i < values.length; i++) line += (i ? ' ' : '') + show(values[i])
    out(stream, line + '\\n')
  }
  function show(value) {
    if (typeof value === 'string') return value
    if (value instanceof Error) return text(value)
    if (typeof value !== 'object' || value === null) return text(value)
    try { return stringify(value, digitsOf) ?? text(value) } catch { return '[' + typeof value + ']' }
  }
  const [stdout, stderr] = [write('stdout'), write('stderr')]
  const nothing = () => undefined
  const { defineProperty } = Object
  const console = { assert: (holds, ...values) => { if (!holds) stderr('Assertion failed', ...values) } }
  for (const name of ['log', 'info', 'debug', 'dir', 'dirxml', 'table', 'group', 'groupCollapsed']) console[name] = stdout
  for (const name of ['warn', 'error', 'trace']) console[name] = stderr
  for (const name of ['groupEnd', 'clear', 'count', 'countReset', 'time', 'timeLog', 'timeEnd', 'timeStamp']) console[name] = nothing
  globalThis.console = console

  const parts = {
    web: ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'crypto'],
    events: ['structuredClone', 'Headers', 'AbortController', 'AbortSignal', 'Event', 'EventTarget'],
    intl: ['Intl'],
  }
  const localMethods = [
    [Number, ['toLocaleString']],
    [BigInt, ['toLocaleString']],
    [Date, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
    [String, ['localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase']],
  ]
  for (const [type, names] of localMethods) {
    const kind = type.name
    for (const name of names)
      type.prototype[name] = { [name](...args) { return from('intl').local(kind, this, name, args) } }[name]
  }
  const made = {}
  const from = (part) => (made[part] ??= more(part))
  for (const part of ['web', 'events', 'intl'])
    for (const name of parts[part])
      defineProperty(globalThis, name, {
        get: () => from(part)[name],
        set: (value) => void defineProperty(globalThis, name, { value, writable: true, configurable: true }),
        configurable: true,
      })

  const soon = queueMicrotask
  globalThis.queueMicrotask = (run) => {
    if (typeof run !== 'function') throw new TypeFault('The "callback" argument must be a function')
    soon(() => { try { run() } catch (error) { fail(error) } })
  }

  if (ask) globalThis.fetch = async (url, { method = 'GET', headers = {}, body = null, signal = null } = {}) => {
    signal?.throwIfAborted()
    const list = typeof headers.entries === 'function' ? [...headers.entries()] : Object.entries(headers)
    const request = { url: text(url), method: text(method), headers: {}, body: body === null ? null : text(body) }
    for (const [name, value] of list) request.headers[text(name)] = text(value)
    let head, received
    ask(stringify(request), (headText, bodyText) => {
      head = parse(headText)
      received = bodyText
    })
    if (head.fault !== undefined) throw new TypeFault('fetch failed: ' + head.fault)
    const read = async () => received
    return {
      ok: head.status >= 200 && head.status < 300,
      status: head.status,
      url: head.url,
      headers: new (from('events').Headers)(head.headers),
      text: read,
      json: async () => parse(received),
    }
  }

  const now = Date.now
  const timers = new Map()
  const { set: put, delete: drop } = timers
  const each = timers.forEach
  let latest = 0
  const later = (repeats) => (run, delay, ...values) => {
    const wait = +delay > 0 ? +delay : 0
    apply(put, timers, [++latest, { run, wait, values, repeats, at: now() + wait }])
    return latest
  }
  const forget = (id) => void apply(drop, timers, [id])
  globalThis.setTimeout = later(false)
  globalThis.setInterval = later(true)
  globalThis.clearTimeout = forget
  globalThis.clearInterval = forget
  function nextTimer() {
    let id, timer
    apply(each, timers, [(one, its) => { if (!timer || one.at < timer.at) [id, timer] = [its, one] }])
    if (!timer) return false
    const wait = timer.at - now()
    if (wait > 0) pause(wait)
    if (timer.repeats) timer.at = now() + (timer.wait || 1)
    else forget(id)
    try { apply(timer.run, undefined, timer.values) } catch (error) { fail(error) }
    return true
  }

  // A whole number becomes a BigInt if a double would change it. JavaScript has no such type for decimals: an exact
  // decimal is shown, compared and returned with all digits, and refuses arithmetic, which would round it.
  let mark = '', isFinishing = false
  const decimals = { __proto__: null }
  class ExactDecimal {
    #digits
    constructor(digits) { this.#digits = digits }
    #refuse() {
      throw new TypeFault(this.#digits + ' cannot be a JavaScript number without rounding it: use String(value), or Number(String(value)) where rounding is right, or Python')
    }
    toString() { return this.#digits }
    toJSON() { return isFinishing ? mark + this.#digits : this.#refuse() }
    [Symbol.toPrimitive](hint) { return hint === 'string' ? this.#digits : this.#refuse() }
  }
  freeze(ExactDecimal.prototype)
  function revive(key, value) {
    if (typeof value !== 'string' || apply(indexOf, value, [mark]) !== 0) return value
    const digits = apply(slice, value, [mark.length])
    return apply(test, whole, [digits]) ? big(digits) : (decimals[digits] ??= freeze(new ExactDecimal(digits)))
  }
  const digitsOf = (key, value) => (typeof value === 'bigint' || value instanceof ExactDecimal ? text(value) : value)

  // JSON.stringify rounds such a double to 17 digits: 2 ** 60 would end in 7000 instead of 6976. From 1e21 on it writes
  // an exponent, which shows that digits are missing.
  const isLargeWhole = (value) =>
    value % 1 === 0 && ((value > 9007199254740991 && value < 1e21) || (value < -9007199254740991 && value > -1e21))
  function mustBeJson(key, value) {
    const kind = typeof value
    if (kind === 'bigint' || (kind === 'number' && isLargeWhole(value))) return mark + text(big(value))
    let bad = kind === 'function' || kind === 'symbol' ? 'a ' + kind : ''
    if (kind === 'number' && !isFinite(value)) bad = text(value)
    if (kind === 'object' && value !== null) {
      if (isView(value)) bad = 'a typed array'
      for (let i = 0; i < unfit.length && !bad; i++) if (value instanceof unfit[i]) bad = 'a ' + unfit[i].name
    }
    if (bad) throw new TypeFault('The returned value is not JSON: ' + bad + (key === '' ? '' : ' at "' + key + '"'))
    return value
  }
  function finish(value) {
    let valueText
    isFinishing = true
    try { valueText = stringify(value === undefined ? null : value, mustBeJson) } catch (error) { return fail(error) }
    done(valueText ?? 'null', '')
  }
  function fail(error) {
    // The engine throws null when it has no memory left for an error object; the code may throw null too.
    if (error === null) return done('', 'null')
    let type = 'Error', message = '', line = null, kind = 'exception'
    try {
      if (error !== null && typeof error === 'object' && 'message' in error) {
        type = text(error.name ?? 'Error')
        message = text(error.message)
        const found = apply(exec, location, [text(error.stack)])
        if (found) line = +found[1]
        if (error instanceof MemoryFault && message === 'out of memory') kind = 'memory'
      } else message = show(error)
    } catch { message = 'The thrown value cannot be shown.' }
    done('', stringify({ type: type.slice(0, 200), message: message.slice(0, 4000), line, kind }))
  }
  // Acts as Python's dict.get. If the row has a key "get", its value stays.
  const { propertyIsEnumerable } = Object.prototype
  const { isArray } = Array
  function get(key, fallback = null) { return apply(propertyIsEnumerable, this, [key]) ? this[key] : fallback }
  function withGet(row) {
    if (typeof row !== 'object' || row === null || apply(propertyIsEnumerable, row, ['get'])) return
    if (!isArray(row)) defineProperty(row, 'get', { value: get, writable: true, configurable: true })
  }
  function read(dataText, dataMark) {
    const data = dataMark ? parse(dataText, revive) : parse(dataText)
    withGet(data)
    if (isArray(data)) for (let i = 0; i < data.length; i++) withGet(data[i])
    return data
  }
  return function start(body, dataText, environmentText, ownMark, dataMark) {
    let promise
    mark = ownMark
    try { promise = body(read(dataText, dataMark), parse(environmentText)) } catch (error) { fail(error); return nextTimer }
    apply(then, promise, [finish, fail])
    return nextTimer
  }
})`
