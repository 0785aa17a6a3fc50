import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startCaller } from '../caller.ts'
import type { Call } from '../caller-process.ts'
import type { Engine } from '../engines.ts'
import { type Galley, startGalley } from '../galley.ts'
import { startHelper } from '../helpers.ts'
import { logBodies, logPath } from '../logs.ts'
import { onEngines, runBench } from '../run-bench.ts'
import { hostileParts } from './hostile.ts'
import type { HostileAnswer, HostileJob } from './hostile-process.ts'
import type { ProviderAt } from './provider-process.ts'
import { joinWorks, type Load, slowestOf, tableOf, type Window } from './report.ts'
import type { Work } from './server-meter.ts'

const help = `npm run bench -- fairness [options]

  --rows N         rows of the hostile workspace's sheet and imports (100000)
  --requests N     requests that the hostile workspace has logged (20000)
  --seconds N      seconds of each measurement: alone, then beside the hostile workspace (8)
  --rounds N       how often both measurements are made (3)
  --hostile PARTS  parts of the hostile load: ${hostileParts.join(', ')} (all)
  --each           measure each part by itself
  --engine NAME    sqlite or postgres; both by default
  --write          put the report into bench/RESULTS.md`

/**
 * Measures the calls of a quiet workspace beside a hostile one. The bar: the p99 of every kind of call at
 * most doubles.
 */
export const benchFairness = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'fairness',
    heading: 'Fairness',
    help,
    options: {
      rows: 100_000,
      requests: 20_000,
      seconds: 8,
      rounds: 3,
      each: false,
      hostile: hostileParts.join(),
      engine: '',
    },
    measure: ({ each, hostile, engine, ...size }) =>
      onEngines(engine, (storage) => benchEngine(storage, { ...size, loads: loadsOf(hostile, each) })),
  })

interface Size {
  readonly rows: number
  readonly requests: number
  readonly seconds: number
  readonly rounds: number
  readonly loads: readonly Load[]
}

function loadsOf(words: string, isEach: boolean): Load[] {
  const parts = words.split(',').map((word) => {
    const part = hostileParts.find((known) => known === word)
    if (!part) throw new Error(`${word} is no part of the hostile load: ${hostileParts.join(', ')}`)
    return part
  })
  if (isEach) return parts.map((part) => ({ name: part, parts: [part] }))
  return [{ name: parts.join(', '), parts }]
}

async function benchEngine(
  engine: Engine,
  { rows, requests, seconds, rounds, loads }: Size,
): Promise<string> {
  const key = await quietKey(engine)
  const provider = startHelper<object, ProviderAt>('fairness/provider-process.ts')
  const { origin } = await provider.ask({})
  const meterFile = join(engine.folder, 'bench-meter.json')
  const galley = await startGalley(
    engine,
    { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `${origin}/v1`, GALLEY_BENCH_METER: meterFile },
    [`--import=${join(import.meta.dirname, 'server-meter.ts')}`],
  )
  const caller = startCaller()
  giveHighestPriority(caller.pid)
  giveHighestPriority(provider.pid)
  const clients = startHelper<HostileJob, HostileAnswer>('fairness/hostile-process.ts')
  const hostile = async (job: HostileJob) => {
    const answer = await clients.ask(job)
    if ('error' in answer) throw new Error(answer.error)
  }
  const windows: Window[] = []
  let names: string[]
  try {
    const kinds = await quietCalls(galley, key)
    const calls = kinds.map(([, call]) => call)
    await hostile({ kind: 'prepare', url: galley.url, rows, requests })
    const window = async (load: Load, isBeside: boolean) => {
      await caller.ask({ kind: 'begin', key, calls, pause: 5 })
      await sleep(seconds * 1000)
      windows.push({ load, isBeside, times: await caller.ask({ kind: 'end' }) })
    }
    for (const load of loads)
      for (let round = 0; round < rounds; round++) {
        await window(load, false)
        await hostile({ kind: 'begin', parts: load.parts })
        await sleep(2_000)
        await window(load, true)
        await hostile({ kind: 'end' })
        await sleep(1_000)
        console.log(`${engine.version}: ${load.name}, round ${round + 1} of ${rounds}`)
      }
    names = kinds.map(([kind]) => kind)
  } finally {
    await galley.stop()
    provider.stop()
    caller.stop()
    clients.stop()
  }
  const works: Work[] = JSON.parse(readFileSync(meterFile, 'utf8'))
  const all = joinWorks(windows, works)
  for (const load of loads) console.log(`\n${slowestOf(load, names, all)}`)
  return loads.map((load) => tableOf(load, names, all)).join('\n\n')
}

/**
 * Gives a process the highest priority. Real clients and providers run on other machines, so their stand-ins
 * must not wait for a core that the server uses.
 */
function giveHighestPriority(pid: number) {
  try {
    setPriority(pid, -19)
  } catch {
    // Without the permission, the waits of these processes count as the server's.
  }
}

const main = join(import.meta.dirname, '../../src/server/galley.mjs')

/** The key of the quiet workspace. The first workspace, which the first start makes, is the hostile one. */
async function quietKey(engine: Engine): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    GALLEY_DATA: engine.folder,
    ...(engine.databaseUrl !== null && { DATABASE_URL: engine.databaseUrl }),
  }
  const command = promisify(execFile)
  const first = await startGalley(engine)
  await first.stop()
  const { stdout } = await command(process.execPath, [main, 'workspace', 'create', 'quiet'], { env })
  return (JSON.parse(stdout) as { api_key: string }).api_key
}

/** Makes the data of the quiet workspace. Returns one call of each kind that people and applications make. */
async function quietCalls({ url }: Galley, key: string): Promise<[kind: string, call: Call][]> {
  // biome-ignore lint/suspicious/noExplicitAny: the bench reads any JSON answer.
  const post = async (path: string, body: unknown): Promise<any> => {
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await post('/rest/prompt-templates', {
    prompt_template: { prompt_name: 'greeting' },
    prompt_version: {
      prompt_template: {
        type: 'chat',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Greet {name}.' }] }],
      },
      metadata: { model: { provider: 'openai', name: 'gpt-4o-mini', parameters: {} } },
    },
  })
  await post('/api/public/v2/tool-registry', {
    name: 'one',
    tool_definition: { type: 'function', function: { name: 'one', parameters: { type: 'object' } } },
    execution: { type: 'code', language: 'javascript', code: 'return 1' },
  })
  for (const body of logBodies) await post(logPath, JSON.parse(body))
  const { table, default_sheet } = await post('/api/public/v2/tables', {})
  const sheet = `/api/public/v2/tables/${table.id}/sheets/${default_sheet.id}`
  await post(`${sheet}/rows`, { count: 50 })
  const call = (method: string, path: string, body?: unknown): Call => ({
    method,
    url: url + path,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const run = { prompt_name: 'greeting', input_variables: { name: 'Ada' } }
  return [
    ['fetch a prompt', call('POST', '/prompt-templates/greeting', { input_variables: { name: 'Ada' } })],
    ['log a request', { method: 'POST', url: url + logPath, body: logBodies[0]! }],
    ['search requests', call('POST', '/api/public/v2/requests/search', { q: 'the', per_page: 20 })],
    ['page of rows', call('GET', `${sheet}/rows?limit=50`)],
    ['write rows', call('POST', `${sheet}/rows`, { count: 1 })],
    ['run a model, 20 ms', call('POST', '/api/public/v2/prompt-templates/run', run)],
    ['run code', call('POST', '/api/public/v2/tool-registry/one/test-execute', {})],
  ]
}
