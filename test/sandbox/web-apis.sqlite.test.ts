import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openSandbox, returned } from './kit.ts'

const { run } = openSandbox({ after })

/** Code in the sandbox gives the results of this Node. */
const expressions: Readonly<Record<string, readonly string[]>> = {
  URL: [
    ...[
      'https://user:pa%20ss@Example.COM:8080/a/./b/../c%20d?x=1&y=2#frag',
      'HTTP://example.com:80/',
      'https://例え.jp/ü?ü#ü',
      'https://faß.de/',
      'https://xn--ls8h.la/',
      'http://[::1]:3000/x',
      'http://0x7f.1/',
      'http://256.256.256.256/',
      'file:///C:/a/../b',
      'mailto:a@b.c',
      'data:text/plain,hi there',
      'javascript:alert(1)',
      'blob:https://a.b/c',
      '  https://a.b/\\tc\\n  ',
      'https://a.b\\\\c\\\\d',
      'https://a.b/\\ud800',
      'https://a.b/😀?😀#😀',
      'https://',
      'https://a b/',
      'https://a.b:99999/',
      '//a.b/c',
      'nothing',
      '',
    ].map((url) => `parts('${url}')`),
    ...['../x', '?q', '#h', '//other/p', '/abs', 'mailto:x', '', '././y/', '..\\\\z'].map(
      (url) => `parts('${url}', 'https://u:p@a.b:8443/d/e/f?g#h')`,
    ),
    `new URL('x')`,
    'new URL()',
    `new URL('/x', 'nothing')`,
    `[URL.canParse('https://a'), URL.canParse('a'), URL.canParse('a', 'https://b'), URL.parse('a'), URL.parse('a', 'https://b').href]`,
    `JSON.stringify({ at: new URL('https://a.b') }) + new URL('https://a.b/c') + String(Object.prototype.toString.call(new URL('https://a.b')))`,
    `new URL(new URL('https://a.b/c'), new URL('https://d.e')).href`,
    ...[
      ['protocol', 'http'],
      ['protocol', 'mailto'],
      ['host', 'x.y:1'],
      ['hostname', 'ü.de'],
      ['hostname', 'a b'],
      ['port', '443'],
      ['port', '81x'],
      ['port', ''],
      ['pathname', 'a b/?#'],
      ['search', 'a=1&b= #'],
      ['search', ''],
      ['hash', '#x y'],
      ['username', 'a:b'],
      ['password', 'ü@'],
      ['href', 'http://new/'],
      ['href', 'nothing'],
      ['origin', 'https://z'],
      ['__proto__', 'x'],
    ].map(([part, value]) => `changed('${part}', '${value}')`),
  ],
  URLSearchParams: [
    ...[
      `'?a=1&b=2&a=3'`,
      `'a+b=c%20d&%zz=%e4&x&=y&&'`,
      `'%EF%BB%BFa=%f0%9f%98%80'`,
      `{ a: 1, 'b c': null, ü: [1, 2] }`,
      `[['a', 'b'], new Set(['c', 'd'])]`,
      `new Map([['k', 'v']])`,
      `new URLSearchParams('a=1')`,
      `'a=\\ud800'`,
      '[[1]]',
      `['ab', 'cd']`,
      '[1]',
      '',
      'undefined',
      'null',
      '7',
    ].map((init) => `params(new URLSearchParams(${init}))`),
    `new URLSearchParams({ t: " !\\"'()*~-._%&=+/:;<>?@[]^{|}" }).toString()`,
    ...[
      `p.append('n', 'v w')`,
      `p.delete('a')`,
      `p.delete('a', '1')`,
      `p.delete('a', undefined)`,
      `p.set('a', '9')`,
      `p.set('z', '9')`,
      'p.sort()',
      `p.forEach(function (value, name, all) { out.push(value + name + (all === p) + this) }, 'self')`,
      `out.push(p.get('a'), p.get('none'), p.getAll('a'), p.getAll('none'), p.has('b'), p.has('b', '3'), p.size)`,
      'out.push([...p.keys()], [...p.values()], [...p.entries()], Object.prototype.toString.call(p))',
      `for (const [name] of p) if (name === 'a') p.delete(name)`,
      'p.append(Symbol.iterator, 1)',
    ].map(
      (act) =>
        `(() => { const p = new URLSearchParams('b=2&a=1&c=3&a=4&é=5'); const out = []; ${act}; return [out, p.toString()] })()`,
    ),
    ...[
      `u.searchParams.append('é', '&')`,
      `u.searchParams.delete('x')`,
      `u.search = '?n=1'`,
      `u.href = 'https://c.d/?m=2'`,
      `u.searchParams.sort()`,
      `u.searchParams = 'z'`,
      `u.hash = 'q'; u.searchParams.set('x', '7')`,
    ].map(
      (act) =>
        `(() => { const u = new URL('https://a.b/?x=1&a=b%20c#h'); const s = u.searchParams; ${act}; return [u.href, s.toString(), s === u.searchParams] })()`,
    ),
  ],
  'TextEncoder and TextDecoder': [
    `bytes(new TextEncoder().encode('aé€😀\\0\\ud800x\\udc00'))`,
    `[bytes(new TextEncoder().encode()), bytes(new TextEncoder().encode(undefined)), bytes(new TextEncoder().encode(null)), new TextEncoder().encoding]`,
    ...[0, 1, 2, 3, 4, 5, 9, 10, 99].map(
      (size) =>
        `(() => { const into = new Uint8Array(${size}); const { read, written } = new TextEncoder().encodeInto('é😀\\ud800a€', into); return [read, written, bytes(into)] })()`,
    ),
    `new TextEncoder().encodeInto('a', [])`,
    ...[
      'utf-8',
      'UTF8',
      ' utf-8 ',
      'latin1',
      'windows-1252',
      'utf-16le',
      'utf-16be',
      'shift_jis',
      'gb18030',
      'euc-kr',
      'koi8-r',
      'utf-7',
      '',
    ].map((label) => `new TextDecoder('${label}').encoding`),
    ...[
      '[0x61, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80]',
      '[0xef, 0xbb, 0xbf, 0x61]',
      '[0xff, 0x61, 0xc3]',
      '[0xed, 0xa0, 0x80]',
      '[0, 0x61]',
      '[]',
    ].flatMap((list) => [
      `new TextDecoder().decode(new Uint8Array(${list}))`,
      `new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(${list}).buffer)`,
      `new TextDecoder('utf-8', { fatal: true }).decode(new DataView(new Uint8Array(${list}).buffer))`,
      `new TextDecoder('utf-16le').decode(new Uint8Array(${list}))`,
    ]),
    `new TextDecoder('shift_jis').decode(new Uint8Array([0x83, 0x65]))`,
    `new TextDecoder().decode(new Uint16Array([0x6161, 0x62]).subarray(1))`,
    `(() => { const d = new TextDecoder(); const s = { stream: true }; return [d.decode(new Uint8Array([0xf0, 0x9f]), s), d.decode(new Uint8Array([0x98]), s), d.decode(new Uint8Array([0x80, 0x61])), d.decode(new Uint8Array([0x80]))] })()`,
    `(() => { const d = new TextDecoder('utf-8', { fatal: true }); const s = { stream: true }; const out = [d.fatal, d.ignoreBOM, d.decode(new Uint8Array([0xf0]), s)]; try { d.decode(new Uint8Array([0x20]), s) } catch (e) { out.push(e.name) } out.push(d.decode(new Uint8Array([0x61]))); return out })()`,
    `(() => { const d = new TextDecoder(); d.decode(new Uint8Array([0xc3]), { stream: true }); return d.decode() })()`,
    `new TextDecoder().decode('text')`,
    `new TextDecoder().decode(null)`,
  ],
  crypto: [
    ...['SHA-1', 'sha-256', 'SHA-384', 'SHA-512', 'MD5', ''].map(
      (name) => `hex(await crypto.subtle.digest('${name}', new TextEncoder().encode('abc')))`,
    ),
    `hex(await crypto.subtle.digest({ name: 'SHA-256' }, new Uint8Array(0).buffer))`,
    `hex(await crypto.subtle.digest('SHA-256', new Uint8Array([1, 2, 3, 4]).subarray(1, 3)))`,
    `crypto.subtle.digest('SHA-256', 'text')`,
    `signed('SHA-256', 'sign')`,
    `signed('SHA-512', 'sign')`,
    `signed('SHA-256', 'verify')`,
    `crypto.subtle.importKey('raw', new Uint8Array(0), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])`,
    `(() => { const a = new Uint32Array(4); return [crypto.getRandomValues(a) === a, new Set(a).size > 1] })()`,
    'crypto.getRandomValues(new Float64Array(1))',
    'crypto.getRandomValues(new Uint8Array(65537))',
    `/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())`,
    'crypto.randomUUID() === crypto.randomUUID()',
  ],
  structuredClone: [
    ...[
      '5',
      'null',
      'undefined',
      `'text'`,
      '-0',
      '{ a: [1, { b: undefined }], c: null }',
      '[1, , 3]',
      'Object.assign([1], { x: 2 })',
      'new Date(5)',
      'new Date(NaN)',
      '/a+/gi',
      'new Map([[{ k: 1 }, new Set([1, [2]])]])',
      'new Uint16Array([1, 2, 3]).subarray(1)',
      'new DataView(new ArrayBuffer(4), 1, 2)',
      'new ArrayBuffer(3)',
      '[Object(1), Object("s"), Object(true)]',
      'Object.create({ inherited: 1 }, { shown: { value: 1, enumerable: true }, hidden: { value: 2 } })',
      'new (class A { x = 1 })()',
      '({ get a() { return 7 } })',
      '({ __proto__: null, a: 1 })',
      'JSON.parse(`{"__proto__": {"x": 1}}`)',
      'new TypeError("m", { cause: { a: 1 } })',
      'new (class Own extends Error { name = "Own" })("m")',
      '() => 1',
      'Symbol("s")',
      '{ a: [() => 1] }',
      'Promise.resolve()',
      'new WeakMap()',
    ].map((value) => `shape(structuredClone(${value}))`),
    '(() => { const a = { n: 1 }; a.self = a; a.list = [a]; const b = structuredClone(a); return [b !== a, b.self === b, b.list[0] === b] })()',
    '(() => { const d = new Date(1); const [a, b] = structuredClone([d, d]); return [a === b, a !== d] })()',
    '(() => { const b = new ArrayBuffer(2); const [x, y] = structuredClone([new Uint8Array(b), new Uint8Array(b, 1)]); x[1] = 9; return [y[0], x.buffer === y.buffer] })()',
    '(() => { const b = new ArrayBuffer(2); const c = structuredClone(b, { transfer: [b] }); return [b.byteLength, c.byteLength] })()',
    'structuredClone(1, { transfer: [{}] })',
    'structuredClone()',
  ],
  Headers: [
    ...[
      '',
      '{ B: 1, a: "x  ", "set-cookie": "s" }',
      '[["b", "1"], ["A", "2"], ["B", "3"]]',
      'new Map([["k", null]])',
      'new Headers({ a: "1" })',
      '[["set-cookie", "a=1"], ["Set-Cookie", "b=2"], ["x", "\\t y \\r\\n"]]',
      '[["a"]]',
      '["ab"]',
      'null',
      '5',
      '{ "a b": 1 }',
      '{ "": 1 }',
      '{ a: "x\\ny" }',
      '{ a: "\\u0100" }',
      '{ a: "é" }',
    ].map((init) => `fields(new Headers(${init}))`),
    ...[
      `h.append('A', ' 2 ')`,
      `h.set('a', 9)`,
      `h.delete('A')`,
      `out.push(h.get('A'), h.get('none'), h.has('A'), h.has('none'), h.getSetCookie())`,
      `h.forEach(function (value, name, all) { out.push(value + name + (all === h) + this) }, 'self')`,
      'out.push([...h.keys()], [...h.values()], Object.prototype.toString.call(h))',
      `h.get('a b')`,
      `h.set('x', 'a\\0b')`,
    ].map(
      (act) =>
        `(() => { const h = new Headers({ a: '1', b: '2' }); const out = []; ${act}; return [out, fields(h)] })()`,
    ),
  ],
  'AbortController and events': [
    `(() => { const c = new AbortController(); const before = c.signal.aborted; c.abort(); return [before, c.signal.aborted, c.signal.reason.name, c.signal === c.signal] })()`,
    `(() => { const c = new AbortController(); c.abort('why'); c.abort('again'); return c.signal.reason })()`,
    `(() => { const c = new AbortController(); c.abort(new RangeError('r')); c.signal.throwIfAborted() })()`,
    'new AbortController().signal.throwIfAborted()',
    `[AbortSignal.abort().reason.name, AbortSignal.abort(5).reason, AbortSignal.abort().aborted]`,
    'new AbortSignal()',
    `(() => { const c = new AbortController(); const seen = []; c.signal.onabort = (e) => seen.push(e.type, e.target === c.signal); c.signal.addEventListener('abort', () => seen.push('x'), { once: true }); c.signal.addEventListener('abort', { handleEvent: () => seen.push('h') }); c.abort(); c.abort(); return seen })()`,
    `(() => { const c = new AbortController(); const seen = []; const on = () => seen.push(1); c.signal.addEventListener('abort', on); c.signal.removeEventListener('abort', on); c.signal.onabort = on; c.signal.onabort = null; c.abort(); return [seen, c.signal.onabort] })()`,
    `new Promise((resolve) => { const s = AbortSignal.timeout(5); s.addEventListener('abort', () => resolve([s.aborted, s.reason.name])); setTimeout(() => {}, 1000) })`,
    `(() => { const [a, b] = [new AbortController(), new AbortController()]; const any = AbortSignal.any([a.signal, b.signal]); b.abort('b'); a.abort('a'); return [any.aborted, any.reason] })()`,
    `[AbortSignal.any([]).aborted, AbortSignal.any([AbortSignal.abort(3)]).reason]`,
    `(() => { const t = new EventTarget(); const seen = []; t.addEventListener('a', (e) => { seen.push(1); e.stopImmediatePropagation(); e.preventDefault() }); t.addEventListener('a', () => seen.push(2)); const e = new Event('a', { cancelable: true }); return [t.dispatchEvent(e), seen, e.defaultPrevented, e.type] })()`,
    `(() => { const t = new EventTarget(); let n = 0; const on = () => n++; t.addEventListener('a', on); t.addEventListener('a', on); t.dispatchEvent(new Event('a')); t.dispatchEvent(new Event('b')); return n })()`,
    `(() => { const t = new EventTarget(); const c = new AbortController(); let n = 0; t.addEventListener('a', () => n++, { signal: c.signal }); t.dispatchEvent(new Event('a')); c.abort(); t.dispatchEvent(new Event('a')); return n })()`,
    'new EventTarget().dispatchEvent({ type: "a" })',
    'new Event()',
    `[Object.prototype.toString.call(new AbortController()), Object.prototype.toString.call(AbortSignal.abort()), String(new Event('x'))]`,
  ],
}

const helpers = `
  const names = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
  const parts = (url, base) => { const read = new URL(url, base); return names.map((name) => read[name]) }
  const changed = (part, value) => { const u = new URL('https://u:p@a.b:8443/c?d#e'); 'use strict'; u[part] = value; return u.href }
  const params = (p) => [p.size, [...p], p.toString()]
  const bytes = (array) => [...array]
  const fields = (headers) => [[...headers], headers.getSetCookie()]
  const shape = (value, seen = new Map()) => {
    if (typeof value !== 'object' || value === null) return typeof value + ' ' + (Object.is(value, -0) ? '-0' : String(value))
    const kind = Object.prototype.toString.call(value)
    if (value instanceof Map) return [kind, [...value].map((pair) => pair.map((one) => shape(one)))]
    if (value instanceof Set) return [kind, [...value].map((one) => shape(one))]
    if (value instanceof ArrayBuffer) return [kind, value.byteLength]
    if (ArrayBuffer.isView(value)) return [kind, value.byteOffset, value.byteLength, value.buffer.byteLength]
    const about = value instanceof Error ? [value.name, value.message, shape(value.cause)] : value instanceof Date ? [String(+value)] : value instanceof RegExp || Object(value.valueOf()) !== value.valueOf() ? [String(value)] : []
    return [kind, Object.getPrototypeOf(value)?.constructor.name, about, Object.entries(value).map(([key, item]) => [key, shape(item)])]
  }
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const signed = async (hash, usage) => {
    const encode = (text) => new TextEncoder().encode(text)
    const key = await crypto.subtle.importKey('raw', encode('key'), { name: 'HMAC', hash }, false, ['sign'])
    const signature = await crypto.subtle.sign('HMAC', key, encode('data'))
    if (usage === 'sign') return [hex(signature), key.type, key.extractable, key.usages, key.algorithm.name]
    const other = await crypto.subtle.importKey('raw', encode('key'), { name: 'HMAC', hash: { name: hash } }, true, ['verify'])
    const flipped = new Uint8Array(signature).map((byte) => byte ^ 1)
    const told = [await crypto.subtle.verify('HMAC', other, signature, encode('data')), await crypto.subtle.verify('HMAC', other, flipped, encode('data'))]
    return [...told, await crypto.subtle.verify('HMAC', other, new Uint8Array(3), encode('data')), await crypto.subtle.sign('HMAC', other, encode('x'))]
  }`

const program = (list: readonly string[]) => `${helpers}
  const out = []
  for (const one of [${list.map((expression) => `async () => ${expression}`).join(',\n')}]) {
    try { out.push({ value: (await one()) ?? null }) } catch (error) { out.push({ error: error.name }) }
  }
  return JSON.stringify(out)`

describe('web APIs in JavaScript of the sandbox', () => {
  for (const [title, list] of Object.entries(expressions))
    test(title, async () => {
      const AsyncFunction = (async () => {}).constructor as new (code: string) => () => Promise<string>
      const here = JSON.parse(await new AsyncFunction(program(list))())
      const there = JSON.parse(returned(await run('javascript', program(list))) as string)
      for (const [index, expression] of list.entries())
        assert.deepEqual(there[index], here[index], expression)
    })

  test('code can replace them, and other calls do not see the replacement', async () => {
    const own =
      'globalThis.URL = class { own = 1 }; crypto = 5; return [new URL().own, crypto, typeof TextEncoder]'
    assert.deepEqual(returned(await run('javascript', own)), [1, 5, 'function'])
    assert.deepEqual(returned(await run('javascript', 'return [typeof crypto, new URL("https://a").href]')), [
      'object',
      'https://a/',
    ])
  })

  test('changed built-ins give no access to their implementation', async () => {
    const code = `
      const seen = []
      const spy = (holder, name) => { const real = holder[name]; holder[name] = function (...args) { seen.push(...args); return real.apply(this, args) } }
      spy(JSON, 'stringify'); spy(JSON, 'parse'); spy(Array.prototype, 'map'); spy(Function.prototype, 'call'); spy(Reflect, 'apply')
      const u = new URL('https://a.b/?c=d'); u.searchParams.append('e', 'f'); new TextDecoder().decode(new TextEncoder().encode('x')); crypto.randomUUID()
      return seen.filter((one) => typeof one === 'function' && one.name === 'native').length`
    assert.equal(returned(await run('javascript', code)), 0)
  })

  test('decoders that wait for more are bounded', async () => {
    const code = `
      let made = 0
      try { for (;; made++) new TextDecoder().decode(new Uint8Array([0xc3]), { stream: true }) } catch (error) { return [made, error.name] }`
    assert.deepEqual(returned(await run('javascript', code)), [1_000, 'RangeError'])
  })
})
