/** A running Galley over its public HTTP interface. */
export class Galley {
  readonly #origin: string
  readonly #key: string

  constructor(origin: string, key: string) {
    this.#origin = origin
    this.#key = key
  }

  // biome-ignore lint/suspicious/noExplicitAny: the seed reads a few fields of any JSON answer.
  async #call(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(this.#origin + path, {
      method,
      headers: { 'X-API-KEY': this.#key, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
    return text === '' ? null : JSON.parse(text)
  }

  get = (path: string) => this.#call('GET', path)
  post = (path: string, body: unknown) => this.#call('POST', path, body)
  patch = (path: string, body: unknown) => this.#call('PATCH', path, body)
  delete = (path: string, body: unknown) => this.#call('DELETE', path, body)
}

/** Does the work for every item, at most `atOnce` at the same time. */
export async function forEach<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>) {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
