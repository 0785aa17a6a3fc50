/**
 * Attempts to escape from a JavaScript sandbox. `data` is { secret, target, port, server }: a file to read, a
 * file to write, a port of this machine, the server's process. An attempt that succeeds returns, prints or
 * throws the data that it reaches.
 */
const tryAll = (list: string) =>
  `const out = []; for (const f of [${list}]) { try { const v = await f(); out.push(typeof v === 'string' ? v : String(v)) } catch (e) { out.push(e.message) } } return out`
const globalFrom = (expression: string) => `
  const G = ${expression}
  const read = () => G.process.getBuiltinModule('fs').readFileSync(data.secret, 'utf8')
  const env = () => JSON.stringify(G.process.env)
  const load = () => G.require('fs').readFileSync(data.secret, 'utf8')
  const binding = () => G.process.binding('fs').open(data.target, 65, 438)
  const spawn = () => G.process.mainModule.require('child_process').execSync('touch ' + data.target)
  const hit = () => G.fetch('http://127.0.0.1:' + data.port)
  ${tryAll('read, env, load, binding, spawn, hit')}`

export const javascriptEscapes: Readonly<Record<string, string>> = {
  'require fs read': `return require('fs').readFileSync(data.secret, 'utf8')`,
  'require node:fs write': `require('node:fs').writeFileSync(data.target, 'x')`,
  'import fs read': `return (await import('fs')).readFileSync(data.secret, 'utf8')`,
  'import node:fs write': `(await import('node:fs')).writeFileSync(data.target, 'x')`,
  'import a file': `return Object.keys(await import(data.secret))`,
  'import a file URL': `return Object.keys(await import('file://' + data.secret))`,
  'import with attributes': `return (await import(data.secret, { with: { type: 'text' } })).default`,
  'import data URL': `return (await import('data:text/javascript,export default process.env')).default`,
  'import http': `return await import('http://127.0.0.1:' + data.port + '/x.js')`,
  'import std of QuickJS': `const std = await import('std'); return std.loadFile(data.secret)`,
  'import os of QuickJS': `const os = await import('os'); return os.exec(['touch', data.target])`,
  'import qjs:os': `const os = await import('qjs:os'); return os.readdir('/')`,
  'import qjs:bjson': `return Object.keys(await import('qjs:bjson'))`,
  'global std': `return std.open(data.secret, 'r').readAsString()`,
  'global os': `return os.open(data.target, os.O_CREAT | os.O_WRONLY, 0o666)`,
  'std.getenviron': `return std.getenviron()`,
  'std.popen': `return std.popen('touch ' + data.target, 'r')`,
  'std.urlGet': `return std.urlGet('http://127.0.0.1:' + data.port)`,
  loadScript: `return loadScript(data.secret)`,
  scriptArgs: `return scriptArgs`,
  'process.env': `return process.env`,
  'process.kill': `process.kill(data.server, 'SIGKILL')`,
  'process.exit': `process.exit(0)`,
  'process.binding': `return process.binding('fs')`,
  'process.getBuiltinModule': `return process.getBuiltinModule('fs').readFileSync(data.secret, 'utf8')`,
  'process.report': `return process.report.getReport().environmentVariables`,
  'constructor of data': globalFrom(`data.constructor.constructor('return globalThis')()`),
  'constructor of a list': globalFrom(`[].constructor.constructor('return this')()`),
  'constructor of console.log': globalFrom(`console.log.constructor('return globalThis')()`),
  'constructor of the async function': globalFrom(
    `await (async () => {}).constructor('return globalThis')()`,
  ),
  'constructor of an address': globalFrom(
    `new URL('https://a').searchParams.constructor.constructor('return globalThis')()`,
  ),
  'constructor of bytes': globalFrom(
    `new TextEncoder().encode('a').constructor.constructor('return globalThis')()`,
  ),
  'constructor of a hash': globalFrom(
    `(await crypto.subtle.digest('SHA-1', new Uint8Array())).constructor.constructor('return globalThis')()`,
  ),
  'an error of what answers a decoder': globalFrom(
    `(() => { try { new TextDecoder('x') } catch (e) { return e.constructor.constructor('return globalThis')() } })()`,
  ),
  'constructor of a generator': globalFrom(
    `(function* () {}).constructor('yield globalThis')().next().value`,
  ),
  'constructor of an async generator': globalFrom(
    `(await (async function* () {}).constructor('yield globalThis')().next()).value`,
  ),
  'constructor of a bound function': globalFrom(`(function () {}).bind().constructor('return globalThis')()`),
  'constructor of an error': globalFrom(
    `(() => { try { null.x } catch (e) { return e.constructor.constructor('return globalThis')() } })()`,
  ),
  'constructor of env': globalFrom(`env.constructor.constructor('return globalThis')()`),
  'constructor of a promise': globalFrom(`Promise.resolve().constructor.constructor('return globalThis')()`),
  'constructor of a rejected import': globalFrom(
    `await import('fs').catch((e) => e.constructor.constructor('return globalThis')())`,
  ),
  'indirect eval': globalFrom(`(0, eval)('this')`),
  'direct eval': globalFrom(`eval('globalThis')`),
  'Function returns this': globalFrom(`Function('return this')()`),
  'Reflect.construct of Function': globalFrom(`Reflect.construct(Function, ['return globalThis'])()`),
  'sloppy this': globalFrom(`(function () { return this })()`),
  'caller of the function': `function f() { return f.caller } return String(f().caller)`,
  'arguments.callee.caller': `return String((function () { return arguments.callee.caller })())`,
  'stack frames of prepareStackTrace': `
    Error.prepareStackTrace = (e, frames) => frames
    const frames = new Error().stack
    return frames.map((f) => String(f.getThis?.()?.process?.env) + String(f.getFunction?.()))`,
  'prepareStackTrace of a host error': `
    let seen; Error.prepareStackTrace = (e, frames) => { seen = frames; return '' }
    try { data.port.toFixed(1000) } catch (e) { e.stack }
    return String(seen?.[0]?.getThis?.()?.process?.env)`,
  'prototype of Object': `
    Object.prototype.secret = 'polluted'; Object.prototype.env = { A: 1 }; Object.prototype.kind = 'value'
    Object.prototype.toJSON = () => 'polluted'
    return {}`,
  '__proto__ in the value': `return JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')`,
  'setter on Object.prototype': `
    let got; Object.defineProperty(Object.prototype, 'then', { get() { got = this; return undefined }, configurable: true })
    return String(got?.constructor?.constructor?.('return globalThis')?.()?.process)`,
  'Array.prototype tricks': `
    Array.prototype.map = Array.prototype.push = Array.prototype.join = function () { return this.constructor.constructor('return process')() }
    return String([1, 2].map((x) => x))`,
  'JSON.stringify replaced': `JSON.stringify = () => '{"kind":"value"}'; return 1`,
  'Promise.prototype.then replaced': `
    let host; Promise.prototype.then = function (a, b) { host = [a, b]; return this }
    await 1
    return String(host?.[0]?.constructor('return globalThis')().process)`,
  'RegExp.prototype.exec replaced': `RegExp.prototype.exec = function () { return [this, '1'] }; throw new Error('x')`,
  'thenable returned': `return { then(ok) { ok(ok.constructor('return typeof process')()) } }`,
  'proxy returned': `return new Proxy({}, { get: (t, k, r) => { throw r.constructor.constructor('return process')().env } })`,
  'toJSON with the host': `return { toJSON(k) { return String(this.constructor.constructor('return globalThis')().process) } }`,
  'getter in the thrown value': `throw { get message() { return globalThis.process.env }, name: 'x', stack: 'code.js:99999999999' }`,
  'forged stack': `const e = new Error('x'); e.stack = 'code.js:-1 file:///etc/passwd:1'; e.name = { toString() { return process.env } }; throw e`,
  'callback out of the prelude': `
    const f = console.log; let got
    Object.defineProperty(String.prototype, 'slice', { value() { got = arguments; return this } })
    f('x'); return String(got)`,
  'console with a hostile value': `console.log({ toJSON() { throw process.env } }, Symbol('x'), null, 1n, new Proxy(() => {}, {}))`,
  'fetch loopback': `return await (await fetch('http://127.0.0.1:' + data.port)).text()`,
  XMLHttpRequest: `const x = new XMLHttpRequest(); x.open('GET', 'http://127.0.0.1:' + data.port, false); x.send()`,
  WebSocket: `return await new Promise((ok) => { new WebSocket('ws://127.0.0.1:' + data.port).onerror = ok })`,
  EventSource: `new EventSource('http://127.0.0.1:' + data.port)`,
  'net.connect': `require('net').connect(data.port, '127.0.0.1')`,
  Worker: `new Worker('data:text/javascript,postMessage(process.env)')`,
  'Worker of QuickJS': `new os.Worker(data.secret)`,
  SharedArrayBuffer: `const a = new Int32Array(new SharedArrayBuffer(8)); Atomics.store(a, 0, 1); return Atomics.load(a, 0)`,
  'WebAssembly memory': `return new WebAssembly.Memory({ initial: 1 }).buffer.byteLength`,
  'WebAssembly with imports': `
    const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
    return Object.keys(new WebAssembly.Instance(new WebAssembly.Module(bytes), { wasi_snapshot_preview1: {} }).exports)`,
  'typed array out of bounds': `
    const a = new Uint8Array(16); const out = []
    for (const i of [-1, 16, 2 ** 31, 2 ** 32, 2 ** 53]) out.push(a[i] === undefined)
    const v = new DataView(a.buffer); for (const i of [16, 2 ** 31, -1]) { try { v.getFloat64(i) } catch { out.push(true) } }
    return out.every(Boolean)`,
  'resized buffer under a view': `
    const b = new ArrayBuffer(8, { maxByteLength: 1 << 16 }); const v = new Uint8Array(b)
    for (let i = 0; i < 20; i++) { b.resize(i % 2 ? 1 << 16 : 0); v[7] = 1; [].concat(Array.from(v)) }
    return v.length`,
  'sort that changes its list': `
    const a = Array.from({ length: 1000 }, (_, i) => i); let n = 0
    a.sort((x, y) => { if (n++ === 5) { a.length = 0; a.push('x'.repeat(1e5)) } return x - y }); return a.length`,
  'finalizers and weak references': `
    const r = new FinalizationRegistry((v) => { throw v }); for (let i = 0; i < 1e4; i++) r.register({ i }, process)
    return new WeakRef({}).deref()`,
  'timers left behind': `setTimeout(() => require('fs').writeFileSync(data.target, 'x'), 1); return 1`,
  'microtask left behind': `Promise.resolve().then(() => require('fs').writeFileSync(data.target, 'x')); queueMicrotask(() => { throw 1 }); return 1`,
  'body closed early': `return 1 }); globalThis.process.kill(data.server); (async function () {`,
  'body closed into an expression': `}), import('fs').then((fs) => fs.writeFileSync('/tmp/x', '')), (async function () { return 1`,
  'strange source characters': `return [eval('1\\u2028+1'), eval('"\\ud800"').length, "\u0000".length, typeof globalThis.process]`,
  '/proc/self/environ': `return await import('/proc/self/environ')`,
  'module meta': `return import.meta.url`,
  'host function names': `return Object.getOwnPropertyNames(globalThis).filter((n) => /qjs|host|bridge|internal|wasi/i.test(n)).map((n) => String(globalThis[n]))`,
  'deep value': `let v = null; for (let i = 0; i < 1e5; i++) v = [v]; return v`,
}
