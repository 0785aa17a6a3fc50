import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { JSException, QuickJS } from 'quickjs-wasi'
import { capAllMemory, capMemory } from './cap-memory.ts'
import { emptyRealm } from './empty-realm.ts'
import { guestPrelude } from './guest.ts'
import { guestEvents } from './guest-events.ts'
import { guestIntl } from './guest-intl.ts'
import { guestWeb } from './guest-web.ts'
import { intl } from './intl.ts'
import { limits } from './limits.ts'
import type { Failure, RunHead } from './messages.ts'
import { die, fetchOutside, nextJob, send } from './pipe.ts'
import { print, startPrinting } from './print.ts'
import { webApis } from './web-apis.ts'
import { webAssembly } from './web-assembly.ts'

/** Each call gets a new QuickJS instance, so that calls share nothing. */
const bytes = readFileSync(fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm')))
const wasm = await webAssembly.compile(capMemory(bytes, limits.javascriptMemory))
capAllMemory(limits.javascriptMemory)
const asleep = new Int32Array(new SharedArrayBuffer(4))
let fresh = await newEngine()
/** Compiled once, because compiling takes four times as long as the rest of a call's setup. */
const prelude = fresh.compile(guestPrelude, 'prelude.js')
emptyRealm()
send({ kind: 'ready' })

/** Code without a return statement returns the variable `result`, as scorers of the vendor's SDK expect. */
const returnResult = "; if (typeof result !== 'undefined') return result"
const outOfMemory: Failure = {
  type: 'InternalError',
  message: 'out of memory',
  line: null,
  kind: 'memory',
}
const thrownNull: Failure = { type: 'Error', message: 'null', line: null, kind: 'exception' }
const pendingPromise: Failure = {
  type: 'Error',
  message: 'The code waits for a promise that never resolves.',
  line: null,
  kind: 'exception',
}

for (;;) {
  const { head, data } = nextJob()
  startPrinting()
  send({ kind: 'begin' })
  const { value, failure } = run(fresh, head, data)
  if (failure) send({ kind: 'failure', failure, retire: false })
  else send({ kind: 'value', retire: false }, value)
  fresh = await newEngine()
}

type Result = { value: string; failure?: undefined } | { value?: undefined; failure: Failure }

function run(engine: QuickJS, { code, environment, network, mark, isExact }: RunHead, data: string): Result {
  let result: Result | undefined
  const out = engine.newFunction('out', (stream, text) => {
    print(stream!.toString() === 'stderr' ? 'stderr' : 'stdout', Buffer.from(text!.toString()))
    return engine.undefined
  })
  const done = engine.newFunction('done', (value, failure) => {
    result ??= readResult(engine, value!.toString(), failure!.toString())
    return engine.undefined
  })
  const pause = engine.newFunction('pause', (milliseconds) => {
    Atomics.wait(asleep, 0, 0, Number(milliseconds!.toString()))
    return engine.undefined
  })
  const ask = engine.newFunction('ask', (request, answer) => {
    const { head, body } = fetchOutside(request!.toString())
    engine.callFunction(answer!, engine.undefined, engine.newString(head), engine.newString(body.toString()))
    return engine.undefined
  })
  const more = engine.newFunction('more', (part) => {
    if (part!.toString() === 'events')
      return engine.callFunction(engine.evalCode(guestEvents, 'events.js'), engine.undefined)
    const [text, answers] = part!.toString() === 'web' ? [guestWeb, webApis] : [guestIntl, intl]
    const native = engine.newFunction(part!.toString(), answers(engine))
    return engine.callFunction(engine.evalCode(text, 'part.js'), engine.undefined, native)
  })
  try {
    const begin = engine.evalBytecode(prelude)
    const fetching = network ? ask : engine.undefined
    const start = engine.callFunction(begin, engine.undefined, out, done, pause, more, fetching)
    const body = engine.evalCode(`(async function (data, env) {${code}\n${returnResult}})`, 'code.js')
    const texts = [data, JSON.stringify(environment), mark, isExact ? mark : ''].map((text) =>
      engine.newString(text),
    )
    const nextTimer = engine.callFunction(start, engine.undefined, body, ...texts)
    do while (engine.executePendingJobs() > 0);
    while (!result && engine.callFunction(nextTimer, engine.undefined).toString() === 'true')
  } catch (error) {
    result ??= { failure: failureOf(error) }
  }
  return result ?? { failure: pendingPromise }
}

function newEngine(): Promise<QuickJS> {
  return QuickJS.create({
    wasm: wasm as never,
    memoryLimit: limits.javascriptMemory,
    maxStackSize: 256 * 1024,
    timezoneOffset: 0,
  })
}

function readResult(engine: QuickJS, value: string, failure: string): Result {
  if (failure === 'null') return { failure: isFull(engine) ? outOfMemory : thrownNull }
  if (failure !== '') return { failure: JSON.parse(failure) as Failure }
  if (value.length <= limits.output && Buffer.byteLength(value) <= limits.output) return { value }
  const message = `The returned value is larger than ${limits.output} bytes of JSON.`
  return { failure: { type: 'RangeError', message, line: null, kind: 'output_too_large' } }
}

/**
 * True if little memory is left: WebAssembly memory never shrinks, and the engine throws null if it cannot create an
 * error object.
 */
function isFull(engine: QuickJS): boolean {
  return engine._getMemory().buffer.byteLength > 0.95 * limits.javascriptMemory
}

/** Describes errors that the guest cannot catch: syntax errors, and exhausted memory or stack. */
function failureOf(error: unknown): Failure {
  if (error instanceof RangeError)
    return { type: 'RangeError', message: 'Maximum call stack size exceeded', line: null, kind: 'exception' }
  if (!(error instanceof JSException)) die()
  const line = /code\.js:(\d+)/.exec(error.stack ?? '')?.[1]
  const { name, message } = error
  const kind = name === 'SyntaxError' ? 'syntax' : message === 'out of memory' ? 'memory' : 'exception'
  return { type: name, message: message.slice(0, 4000), line: line ? Number(line) : null, kind }
}
