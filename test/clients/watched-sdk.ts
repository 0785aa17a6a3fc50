import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { Ajv } from 'ajv'
import { declaredTypes } from './declared-types.ts'
import type { Exchange, RecordingProxy } from './recording-proxy.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package is not installed, so it has no types here.
type Any = any

/** The result of a method, with its type as an expression over the exports of the package. */
interface Result {
  readonly method: string
  readonly type: string
  readonly value: unknown
  /** Index of the first exchange of the call. */
  readonly from: number
  readonly to: number
}

/** Methods whose results do not have their declared types, with the reason. */
const mistyped: Record<string, string> = {
  'client.runWorkflow':
    'declared an object; the SDK returns the value of the output node, as its documentation says',
}

/** Methods that are not called here: they send nothing, or `evaluate` calls them on a client of its own. */
const uncalled = ['_fetchNormal', '_getWithCache']

/** Calls the SDK, records the result of every method, and compares it with the type that the package declares. */
export class WatchedSdk {
  readonly sdk: Any
  readonly #results: Result[] = []
  readonly #known = new Set<string>()
  readonly #called = new Set<string>()
  readonly #proxy: RecordingProxy

  constructor(original: Any, proxy: RecordingProxy) {
    this.#proxy = proxy
    const watch = this.#watch
    const evaluate = this.#watchMethod(original, 'evaluate', { label: 'evaluate', type: 'typeof evaluate' })
    class PromptLayer {
      constructor(options: unknown) {
        // biome-ignore lint/correctness/noConstructorReturn: the caller gets the watched client.
        return watch(new original.PromptLayer(options), { label: 'client', type: 'PromptLayer' })
      }
    }
    this.sdk = { ...original, PromptLayer, evaluate }
  }

  #watch = (target: Any, { label, type }: { readonly label: string; readonly type: string }): Any => {
    for (const name of methodsOf(target)) this.#known.add(`${label}.${name}`)
    return new Proxy(target, {
      get: (_, name) => {
        const value = target[name]
        if (typeof name === 'symbol') return value
        const inner = { label: `${label}.${name}`, type: `${type}[${JSON.stringify(name)}]` }
        if (typeof value === 'function') return this.#watchMethod(target, name, inner)
        return isPlain(value) || value instanceof Map ? value : this.#watch(value, inner)
      },
    })
  }

  #watchMethod(
    target: Any,
    name: string,
    { label, type }: { readonly label: string; readonly type: string },
  ): Any {
    return new Proxy(target[name], {
      apply: (method, _, args) => {
        this.#called.add(label)
        const from = this.#proxy.exchanges.length
        const returned = Reflect.apply(method, target, args)
        if (!(returned instanceof Promise))
          return isPlain(returned)
            ? returned
            : this.#watch(returned, { label: `${label}()`, type: `ReturnType<${type}>` })
        return returned.then((value) => {
          const to = this.#proxy.exchanges.length
          this.#results.push({ method: label, type: `Awaited<ReturnType<${type}>>`, value, from, to })
          return value
        })
      },
    })
  }

  /**
   * Asserts that every method was called and returned its declared type. Exchanges whose answers a method returns unchanged
   * name the method, so that a replay can check them without the SDK.
   */
  finish(packageFile: string) {
    const missing = [...this.#known].filter(
      (name) => !this.#called.has(name) && !uncalled.some((end) => name.endsWith(`.${end}`)),
    )
    assert.deepEqual(missing, [], 'methods that were not called')
    const expressions = Object.fromEntries(this.#results.map(({ method, type }) => [method, type]))
    const declared = declaredTypes(packageFile, ['PromptLayer', 'evaluate'], expressions)
    const exchanges = [...this.#proxy.exchanges]
    const unchanged = new Set<string>()
    for (const { method, value, from, to } of this.#results) {
      if (!(method in mistyped)) assertDeclared(declared, method, value)
      for (let index = from; index < to; index++) {
        const exchange = exchanges[index] as Exchange
        const path = pathOf(value, exchange.answer)
        if (path === null || method in mistyped) continue
        unchanged.add(method)
        exchanges[index] = { ...exchange, declared: { method, path } }
      }
    }
    const types = Object.fromEntries(
      Object.entries(declared.types).filter(([method]) => unchanged.has(method)),
    )
    return { exchanges, declared: { types, definitions: declared.definitions } }
  }
}

export function assertDeclared(
  { types, definitions }: { readonly types: Readonly<Record<string, object>>; readonly definitions: object },
  method: string,
  value: unknown,
): void {
  const validate = new Ajv({ strict: false }).compile({ ...types[method], definitions })
  // A round trip through JSON drops undefined properties.
  const json = value === undefined ? null : JSON.parse(JSON.stringify(value))
  assert.ok(
    validate(json),
    `${method}: ${JSON.stringify(validate.errors?.slice(0, 5))} in ${JSON.stringify(json)?.slice(0, 2_000)}`,
  )
}

/** The path at which an answer holds a result: the whole answer (''), or one of its fields. */
function pathOf(value: unknown, answer: unknown): string | null {
  if (typeof value !== 'object' || value === null || typeof answer !== 'object' || answer === null)
    return null
  if (isDeepStrictEqual(value, answer)) return ''
  return Object.entries(answer).find(([, inner]) => isDeepStrictEqual(value, inner))?.[0] ?? null
}

const isPlain = (value: Any): boolean =>
  value === null ||
  typeof value !== 'object' ||
  value instanceof ArrayBuffer ||
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))

function methodsOf(target: Any): string[] {
  const names: string[] = []
  for (let one = target; one && one !== Object.prototype; one = Object.getPrototypeOf(one))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one)))
      if (name !== 'constructor' && typeof value === 'function') names.push(name)
  return names
}
