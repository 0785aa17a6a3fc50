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

/**
 * Everything at once: endless code, a run of code over a large sheet, imports of that size, searches that no index
 * serves, cells whose model refuses.
 */
export async function begin(galley: Galley, { sheet }: Prepared, rows: number): Promise<Hostile> {
  const over = new AbortController()
  const { signal } = over
  const code = 'return data["text"].length'
  const column = (title: string, type: string, config: unknown) =>
    sheet.call('POST', `${sheet.path}/columns`, { title, type, config })
  await column('code', 'CODE_EXECUTION', { code, language: 'JAVASCRIPT' })
  await column('refused', 'PROMPT_TEMPLATE', promptColumn('gpt-4o'))
  const search = { q: 'qua zzz', filters: [{ field: 'output', operator: 'contains', value: 'zzz' }] }
  const all = [
    ...Array.from({ length: endless }, () =>
      repeat(signal, () => send(galley, '/api/public/v2/tool-registry/endless/test-execute', {}, signal)),
    ),
    ...Array.from({ length: searchers }, () =>
      repeat(signal, () => send(galley, '/api/public/v2/requests/search', search, signal)),
    ),
    ...Array.from({ length: importers }, () =>
      repeat(signal, async () => {
        await importedSheet(galley, rows, ['text']).catch(() => {})
      }),
    ),
  ]
  return {
    async stop() {
      over.abort()
      await Promise.race([Promise.all(all), sleep(30_000)])
    },
  }
}
