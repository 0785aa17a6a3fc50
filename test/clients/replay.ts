import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeclaredTypes } from './declared-types.ts'
import { type Exchange, keyMark } from './recording-proxy.ts'
import { assertDeclared } from './watched-sdk.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const isUuid = (text: string) => text.replace(uuid, '') === '' && text !== ''
const namesId = (key: string) => /(^|_)ids?$/.test(key)
const patience = 20_000

/** Sends recorded requests again, with the ids of this server, and compares the answers with the recorded answers. */
export class Replay {
  readonly #baseUrl: string
  readonly #key: string
  readonly #declared: DeclaredTypes | null
  readonly #uuids = new Map<string, string>()
  readonly #numbers = new Map<number, number>()

  constructor(baseUrl: string, key: string, declared: DeclaredTypes | null) {
    this.#baseUrl = baseUrl
    this.#key = key
    this.#declared = declared
  }

  async run(exchanges: readonly Exchange[]): Promise<void> {
    for (const [index, exchange] of exchanges.entries()) {
      // Clients poll. Of several equal reads in one call only the last is compared; it is repeated until it
      // has the recorded shape.
      const isRead = exchange.method === 'GET'
      const isPolled = exchanges.slice(index + 1).some((later) => isSameRead(exchange, later))
      const end = Date.now() + patience
      for (;;) {
        const { status, answer } = await this.#send(exchange)
        const difference =
          status === exchange.status
            ? this.#difference(exchange.answer, answer, { path: 'answer', isRead })
            : `status ${status} instead of ${exchange.status}: ${JSON.stringify(answer)}`
        if (difference === null || (isRead && isPolled)) {
          this.#learn(exchange.answer, answer, '')
          this.#checkDeclared(exchange, answer)
          break
        }
        if (!isRead || Date.now() > end)
          assert.fail(`${exchange.call}: ${exchange.method} ${exchange.path}: ${difference}`)
        await sleep(200)
      }
    }
  }

  /** Checks that the answer, or a field of it, has the type that the SDK declares for its caller. */
  #checkDeclared({ declared }: Exchange, answer: unknown): void {
    if (!declared || !this.#declared) return
    const { method, path } = declared
    assertDeclared(this.#declared, method, path === '' ? answer : (answer as Record<string, unknown>)[path])
  }

  async #send({ method, path, headers, body }: Exchange) {
    const response = await fetch(this.#baseUrl + this.#path(path), {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replaceAll(keyMark, this.#key)]),
      ),
      body: this.#body(body) as string | null,
    })
    const text = await response.text()
    try {
      return { status: response.status, answer: JSON.parse(text) as unknown }
    } catch {
      return { status: response.status, answer: null }
    }
  }

  #path(path: string): string {
    const [before, query] = path.split('?')
    const segments = before!
      .split('/')
      .map((segment) => (/^\d+$/.test(segment) ? String(this.#number(Number(segment))) : this.#text(segment)))
    const parameters = query?.replace(
      /((?:^|&)[a-z_]*id=)(\d+)(?=&|$)/g,
      (_, name, id) => `${name}${this.#number(Number(id))}`,
    )
    return segments.join('/') + (parameters === undefined ? '' : `?${this.#text(parameters)}`)
  }

  #body(body: Exchange['body']): string | Uint8Array | null {
    if (body === null) return null
    if (typeof body !== 'string') return new Uint8Array(Buffer.from(body.base64, 'base64'))
    const text = this.#text(body)
    return text.startsWith('{')
      ? JSON.stringify(JSON.parse(text, (key, value) => this.#id(key, value)))
      : text
  }

  #id(key: string, value: unknown): unknown {
    if (!namesId(key)) return value
    if (typeof value === 'number') return this.#number(value)
    return Array.isArray(value)
      ? value.map((one) => (typeof one === 'number' ? this.#number(one) : one))
      : value
  }

  #text = (text: string): string =>
    text.replaceAll(uuid, (id) => this.#uuids.get(id) ?? id).replaceAll(keyMark, this.#key)

  #number = (id: number): number => this.#numbers.get(id) ?? id

  /** Pairs the ids of a recorded answer with those of this server's answer. */
  #learn(recorded: unknown, answer: unknown, key: string): void {
    if (typeof recorded === 'string' && typeof answer === 'string' && isUuid(recorded))
      this.#uuids.set(recorded, answer)
    if (typeof recorded === 'number' && typeof answer === 'number' && namesId(key))
      this.#numbers.set(recorded, answer)
    if (!isObject(recorded) || !isObject(answer)) return
    for (const [name, value] of Object.entries(recorded))
      this.#learn(value, answer[this.#text(name)], Array.isArray(recorded) ? key : name)
  }

  /**
   * The first difference of an answer from the recorded answer (missing field, other type or state); null if there is
   * none.
   */
  #difference(
    recorded: unknown,
    answer: unknown,
    { path, isRead }: { readonly path: string; readonly isRead: boolean },
  ): string | null {
    if (recorded === null) return null
    if (!isObject(recorded)) {
      // Work starts at once, so a write may answer before or after a cell is computed.
      const isState = typeof recorded === 'boolean' || path.endsWith('.status')
      const isExact = isState ? isRead : /\.(type|role|provider|model)$/.test(path)
      const isEqual = isExact ? recorded === answer : typeof recorded === typeof answer
      return isEqual ? null : `${path} is ${JSON.stringify(answer)} instead of ${JSON.stringify(recorded)}`
    }
    if (!isObject(answer) || Array.isArray(recorded) !== Array.isArray(answer))
      return `${path} is ${JSON.stringify(answer)}`
    if (Array.isArray(recorded)) {
      // The number of changes of a version depends on which cells were computed together.
      if (path.endsWith('.deltas')) return null
      const { length } = answer as unknown as unknown[]
      if (recorded.length !== length) return `${path} has ${length} items instead of ${recorded.length}`
    }
    for (const [name, value] of Object.entries(recorded)) {
      const own = this.#text(name)
      if (!isUuid(name) && !(own in answer)) return `${path}.${name} is missing`
      const difference =
        isUuid(name) && !(own in answer)
          ? null
          : this.#difference(value, answer[own], { path: `${path}.${name}`, isRead })
      if (difference !== null) return difference
    }
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isSameRead = (left: Exchange, right: Exchange): boolean =>
  left.call === right.call && left.method === right.method && left.path === right.path
