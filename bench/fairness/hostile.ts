import { setTimeout as sleep } from 'node:timers/promises'
import { benchKey, type Galley } from '../galley.ts'
import { logBodies, logPath } from '../logs.ts'
import { promptColumn } from '../tables/measures.ts'
import { BenchSheet, importedSheet } from '../tables/sheet.ts'

const endless = 20
const searchers = 4
const importers = 2

/** Sends one call of the hostile workspace; refusals and errors are ignored. */
async function send({ url }: Galley, path: string, body: unknown, signal: AbortSignal): Promise<void> {
  try {
    const headers = { 'X-API-KEY': benchKey, 'Content-Type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
    await answer.arrayBuffer()
  } catch {
    // Over, or the server ended the connection.
  }
  await sleep(1)
}

async function repeat(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await work()
}

export interface Hostile {
  stop(): Promise<void>
}

/** What is there before it begins: the sheet of its run, requests to search in, the tool that never ends. */
export interface Prepared {
  readonly sheet: BenchSheet
}

export async function prepare(galley: Galley, rows: number, requests: number): Promise<Prepared> {
  const { signal } = new AbortController()
  const outside = new BenchSheet(galley, '')
  await outside.call('POST', '/api/public/v2/tool-registry', {
    name: 'endless',
    tool_definition: { type: 'function', function: { name: 'endless', parameters: { type: 'object' } } },
    execution: { type: 'code', language: 'javascript', code: 'for (;;) {}' },
  })
  for (let sent = 0; sent < requests; sent += 16)
    await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        send(galley, logPath, JSON.parse(logBodies[(sent + at) % logBodies.length]!), signal),
      ),
    )
  return { sheet: await importedSheet(galley, rows, ['text']) }
}

/** The parts of the hostile load; each can be measured alone. */
export const hostileParts = ['code', 'run', 'refusals', 'searches', 'imports'] as const
export type HostilePart = (typeof hostileParts)[number]

/**
 * Endless code, a run of code over a large sheet, cells whose model refuses, searches that no index serves, imports of
 * the sheet's size: the parts that are asked for, all at once.
 */
export async function begin(
  galley: Galley,
  { sheet }: Prepared,
  rows: number,
  parts: ReadonlySet<HostilePart>,
): Promise<Hostile> {
  const over = new AbortController()
  const { signal } = over
  const column = (title: string, type: string, config: unknown) =>
    sheet.call('POST', `${sheet.path}/columns`, { title, type, config })
  if (parts.has('run'))
    await column('code', 'CODE_EXECUTION', { code: 'return data["text"].length', language: 'JAVASCRIPT' })
  if (parts.has('refusals')) await column('refused', 'PROMPT_TEMPLATE', promptColumn('gpt-4o'))
  const search = { q: 'qua zzz', filters: [{ field: 'output', operator: 'contains', value: 'zzz' }] }
  const loops = (part: HostilePart, count: number, work: () => Promise<void>) =>
    Array.from({ length: parts.has(part) ? count : 0 }, () => repeat(signal, work))
  const all = [
    ...loops('code', endless, () =>
      send(galley, '/api/public/v2/tool-registry/endless/test-execute', {}, signal),
    ),
    ...loops('searches', searchers, () => send(galley, '/api/public/v2/requests/search', search, signal)),
    ...loops('imports', importers, async () => {
      await importedSheet(galley, rows, ['text']).catch(() => {})
    }),
  ]
  return {
    async stop() {
      over.abort()
      await Promise.race([Promise.all(all), sleep(30_000)])
    },
  }
}
