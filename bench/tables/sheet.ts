import { setTimeout as sleep } from 'node:timers/promises'
import { benchKey, type Galley } from '../galley.ts'

const tables = '/api/public/v2/tables'

// biome-ignore lint/suspicious/noExplicitAny: the bench reads any JSON answer.
type Body = any

/** One sheet of a server in another process. */
export class BenchSheet {
  readonly #url: string
  readonly path: string

  constructor({ url }: Pick<Galley, 'url'>, path: string) {
    this.#url = url
    this.path = path
  }

  async call(method: string, address: string, body?: unknown): Promise<Body> {
    const headers = {
      'X-API-KEY': benchKey,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const text = body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(this.#url + address, { method, headers, body: text })
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  get(more: string): Promise<Body> {
    return this.call('GET', this.path + more)
  }

  /**
   * Creates a column and waits until its cells are computed; `pause` is the polling interval in milliseconds.
   */
  async column(title: string, type: string, config: unknown, pause = 50): Promise<void> {
    await this.call('POST', `${this.path}/columns`, { title, type, config })
    await this.untilQuiet(pause)
  }

  async columnId(title: string): Promise<string> {
    const { data } = await this.get('/columns')
    return data.find((column: Body) => column.title === title).id
  }

  /** Starts an operation and confirms it if required. Returns the answer. */
  async begin(request: object): Promise<Body> {
    const first = await this.call('POST', `${this.path}/operations`, request)
    if (first.requires_confirmation !== true) return first
    const { confirmation_token } = first
    return this.call('POST', `${this.path}/operations`, { ...request, confirmation_token })
  }

  async untilDone(statusUrl: string, pause: number): Promise<void> {
    for (;;) {
      const { operation } = await this.call('GET', statusUrl)
      if (operation.status === 'completed') return
      if (operation.status !== 'queued' && operation.status !== 'running')
        throw new Error(`The operation ended as ${operation.status}: ${operation.message}`)
      await sleep(pause)
    }
  }

  async untilQuiet(pause: number): Promise<void> {
    for (;;) {
      const { active_operations } = await this.get('/operations')
      const [operation] = active_operations
      if (!operation) return
      await this.untilDone(operation.status_url, pause)
    }
  }
}

/** Imports a file into a new sheet with this many rows and text columns. */
export async function importedSheet(
  galley: Pick<Galley, 'url'>,
  rows: number,
  titles: readonly string[],
): Promise<BenchSheet> {
  const outside = new BenchSheet(galley, tables)
  const { table } = await outside.call('POST', tables, { create_default_sheet: false })
  const text = csvOf(rows, titles)
  const source = { type: 'file', file_name: 'bench.csv', file_content_base64: text.toString('base64') }
  const { operation_id } = await outside.call('POST', `${tables}/${table.id}/sheets`, { source })
  for (;;) {
    const { operation } = await outside.call('GET', `${tables}/${table.id}/sheets/operations/${operation_id}`)
    if (operation.status === 'failed') throw new Error(operation.error_message)
    if (operation.status === 'completed') break
    await sleep(50)
  }
  const { data } = await outside.call('GET', `${tables}/${table.id}/sheets`)
  return new BenchSheet(galley, `${tables}/${table.id}/sheets/${data[0].id}`)
}

function csvOf(rows: number, titles: readonly string[]): Buffer {
  const lines = Array.from({ length: rows }, (_, row) =>
    titles.map((title) => `"the text of row ${row}, in column ${title}"`).join(),
  )
  return Buffer.from(`${titles.join()}\n${lines.join('\n')}\n`)
}
