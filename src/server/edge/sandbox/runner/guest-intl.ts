/**
 * `Intl` and locale methods for the code, as text that QuickJS compiles on first use. `intl.ts` implements
 * `native(requestText)`. Numbers are passed as text to keep them exact. Sorting has its own fast call: `native(settingsText,
 * left, right)`.
 */
export const guestIntl = `(function (native) {
  'use strict'
  const { parse, stringify } = JSON
  const { is, entries, defineProperty } = Object
  const faults = { RangeError, TypeError }
  const text = String
  const bigintOf = BigInt.prototype.valueOf
  const numberOf = Number.prototype.valueOf
  const timeOf = Date.prototype.getTime
  const { now } = Date
  const { apply } = Reflect

  function ask(kind, settings, method, ...values) {
    const { fault, message, value } = parse(native(stringify([kind, ...settings, method, ...values])))
    if (fault !== undefined) throw new (faults[fault] ?? Error)(message)
    return value
  }
  const asJson = (value) => value
  const exact = (value) => {
    if (typeof value === 'bigint' || typeof value === 'string') return text(value)
    return is(+value, -0) ? '-0' : text(+value)
  }
  const moment = (value) => text(value === undefined ? now() : +value)
  const texts = (values) => {
    const list = [...values]
    for (const value of list) if (typeof value !== 'string') throw new TypeError('Iterable yielded a non-String value')
    return list
  }
  const kinds = {
    Collator: { compare: [text, text] },
    DateTimeFormat: { format: [moment], formatToParts: [moment], formatRange: [moment, moment] },
    DisplayNames: { of: [text] },
    DurationFormat: { format: [asJson], formatToParts: [asJson] },
    ListFormat: { format: [texts], formatToParts: [texts] },
    NumberFormat: { format: [exact], formatToParts: [exact], formatRange: [exact, exact] },
    PluralRules: { select: [exact], selectRange: [exact, exact] },
    RelativeTimeFormat: { format: [exact, text], formatToParts: [exact, text] },
    Segmenter: { segment: [text] },
  }
  const compared = (settingsText, left, right) => (left === right ? 0 : native(settingsText, left, right))
  const bound = { Collator: 'compare', DateTimeFormat: 'format', NumberFormat: 'format' }

  function typeOf(kind, methods) {
    const made = new WeakMap()
    const settingsOf = (self) => {
      const settings = made.get(self)
      if (!settings) throw new TypeError('The receiver is no Intl.' + kind)
      return settings
    }
    const { [kind]: Type } = {
      [kind]: function (locales, options) {
        if (!new.target && bound[kind]) return new Type(locales, options)
        if (!new.target) throw new TypeError('Intl.' + kind + " must be called with 'new'")
        const settings = parse(stringify([locales ?? null, options ?? null]))
        ask(kind, settings, 'resolvedOptions')
        made.set(this, settings)
      },
    }
    const method = (name, value) => defineProperty(Type.prototype, name, { value, writable: true, configurable: true })
    for (const [name, readers] of entries(methods)) {
      const asking = (settings) => (...args) =>
        ask(kind, settings, name, ...readers.map((read, index) => read(args[index])))
      const comparing = (settings) => {
        const settingsText = stringify(settings)
        return (left, right) => compared(settingsText, text(left), text(right))
      }
      const call = kind === 'Collator' ? comparing : asking
      if (bound[kind] === name)
        defineProperty(Type.prototype, name, { get() { return call(settingsOf(this)) }, configurable: true })
      else method(name, function (...args) { return call(settingsOf(this))(...args) })
    }
    method('resolvedOptions', function () { return ask(kind, settingsOf(this), 'resolvedOptions') })
    defineProperty(Type.prototype, Symbol.toStringTag, { value: 'Intl.' + kind, configurable: true })
    Type.supportedLocalesOf = (locales) => ask(kind, [null, null], 'supportedLocalesOf', locales ?? [])
    return Type
  }
  const Intl = {
    getCanonicalLocales: (locales) => ask('Intl', [null, null], 'getCanonicalLocales', locales ?? []),
    supportedValuesOf: (key) => ask('Intl', [null, null], 'supportedValuesOf', text(key)),
  }
  for (const [kind, methods] of entries(kinds)) Intl[kind] = typeOf(kind, methods)
  defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true })

  const plain = stringify([null, null])
  const fit = new Set()
  const settingsIn = ([locales, options]) => [locales ?? null, options ?? null]
  const own = {
    BigInt: (self, method, args) =>
      ask('NumberFormat', settingsIn(args), 'format', text(apply(bigintOf, self, []))),
    Number: (self, method, args) => ask('NumberFormat', settingsIn(args), 'format', exact(apply(numberOf, self, []))),
    Date: (self, method, args) => ask('Date', settingsIn(args), method, text(apply(timeOf, self, []))),
    String: (self, method, args) => {
      const receiver = typeof self === 'string' ? self : text(self)
      if (self === null || self === undefined) throw new TypeError('String.prototype.' + method + ' called on ' + self)
      if (method !== 'localeCompare') return ask('String', settingsIn(args), method, receiver)
      if (args.length < 2) return compared(plain, receiver, text(args[0]))
      const settings = settingsIn(args.slice(1))
      const settingsText = stringify(settings)
      if (!fit.has(settingsText)) ask('Collator', settings, 'resolvedOptions')
      fit.add(settingsText)
      return compared(settingsText, receiver, text(args[0]))
    },
  }
  return { Intl, local: (type, self, method, args) => own[type](self, method, args) }
})`
