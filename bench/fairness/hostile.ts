import { setTimeout as sleep } from 'node:timers/promises'
import { benchKey, type Galley } from '../galley.ts'
import { logBodies, logPath } from '../logs.ts'
import { promptColumn } from '../tables/measures.ts'
import { BenchSheet, importedSheet } from '../tables/sheet.ts'

const importers = 2

type Server = Pick<Galley, 'url'>

/** Sends one call of the hostile workspace; refusals and errors are ignored. */
async function send({ url }: Server, path: string, body: unknown, signal: AbortSignal): Promise<void> {
  try {
    const headers = { 'X-API-KEY': benchKey, 'Content-Type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
    await answer.arrayBuffer()
  } catch {
    // The load has ended, or the server closed the connection.
  }
  await sleep(1)
}

async function repeat(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await work()
}

export interface Hostile {
  stop(): Promise<void>
}

export interface Prepared {
  /** The sheet of the runs and imports. */
  readonly sheet: BenchSheet
}

/** Stores the data that the load needs: a tool with endless code, requests to search, a sheet for runs. */
export async function prepare(galley: Server, rows: number, requests: number): Promise<Prepared> {
  const { signal } = new AbortController()
  const client = new BenchSheet(galley, '')
  await client.call('POST', '/api/public/v2/tool-registry', {
    name: 'endless',
    tool_definition: { type: 'function', function: { name: 'endless', parameters: { type: 'object' } } },
    execution: { type: 'code', language: 'javascript', code: 'for (;;) {}' },
  })
  for (let sent = 0; sent < requests; sent += 16)
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        send(galley, logPath, JSON.parse(logBodies[(sent + index) % logBodies.length]!), signal),
      ),
    )
  return { sheet: await importedSheet(galley, rows, ['text']) }
}

/** The parts of the hostile load; each can be measured alone. */
export const hostileParts = [
  'code',
  'run',
  'python',
  'regex',
  'refusals',
  'searches',
  'imports',
  'exports',
  'contents',
  'logs',
  'bodies',
] as const
export type HostilePart = (typeof hostileParts)[number]

/** Columns whose run over the large sheet is a part of the load. */
const columns: Partial<Record<HostilePart, [type: string, config: unknown]>> = {
  run: ['CODE_EXECUTION', { code: 'return data["text"].length', language: 'JAVASCRIPT' }],
  python: ['CODE_EXECUTION', { code: 'return len(data["text"])', language: 'PYTHON' }],
  regex: ['REGEX', { source: 'text', regex_pattern: '(\\d)\\1' }],
  refusals: ['PROMPT_TEMPLATE', promptColumn('gpt-4o')],
}

const search = { q: 'qua zzz', filters: [{ field: 'output', operator: 'contains', value: 'zzz' }] }
/** One request of 3 MB in 2,000 messages. */
const largeBody = () => {
  const body = JSON.parse(logBodies[0]!)
  const [message] = body.input.messages
  body.input.messages = Array.from({ length: 2_000 }, () => message)
  return body
}

/** Calls that are repeated without a pause, and how many of them run at the same time. */
const loops: Partial<Record<HostilePart, [count: number, path: string, body: () => unknown]>> = {
  code: [20, '/api/public/v2/tool-registry/endless/test-execute', () => ({})],
  searches: [4, '/api/public/v2/requests/search', () => search],
  exports: [2, '/api/public/v2/requests/export', () => ({ format: 'csv' })],
  contents: [2, '/api/public/v2/requests/export', () => ({ format: 'csv', include_content: true })],
  logs: [16, logPath, () => JSON.parse(logBodies[0]!)],
  bodies: [2, logPath, largeBody],
}

/**
 * Starts the selected parts of the load together: endless code, runs of columns over a large sheet, cells
 * whose model refuses, unindexed searches, imports of the sheet's size, exports without and with content, logging,
 * large bodies.
 */
export async function begin(
  galley: Server,
  { sheet }: Prepared,
  rows: number,
  parts: ReadonlySet<HostilePart>,
): Promise<Hostile> {
  const ended = new AbortController()
  const { signal } = ended
  const running: Promise<void>[] = []
  const columnIds: string[] = []
  for (const part of parts) {
    const column = columns[part]
    if (column) {
      const [type, config] = column
      const answer = await sheet.call('POST', `${sheet.path}/columns`, { title: part, type, config })
      columnIds.push(answer.column.id)
    }
    const [count, path, body] = loops[part] ?? [0, '', () => null]
    for (let loop = 0; loop < count; loop++)
      running.push(repeat(signal, () => send(galley, path, body(), signal)))
  }
  const importing = parts.has('imports') ? importers : 0
  for (let loop = 0; loop < importing; loop++)
    running.push(repeat(signal, () => importedSheet(galley, rows, ['text']).then(ignore, ignore)))
  return {
    async stop() {
      ended.abort()
      for (const id of columnIds) await sheet.call('DELETE', `${sheet.path}/columns/${id}`).catch(ignore)
      await Promise.race([Promise.all(running), sleep(30_000)])
    },
  }
}

const ignore = () => {}
