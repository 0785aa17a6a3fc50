import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { type Caller, startCaller } from '../caller.ts'
import type { Call } from '../caller-process.ts'
import { type Engine, type EngineName, openEngine } from '../engines.ts'
import { type Galley, startGalley } from '../galley.ts'
import { startHelper } from '../helpers.ts'
import { logBodies, logPath } from '../logs.ts'
import { table } from '../report.ts'
import { whereAndHow, writeResults } from '../results-file.ts'
import { enginesOf } from '../settings.ts'
import { percentile } from '../statistics.ts'
import { begin, type HostilePart, hostileParts, prepare } from './hostile.ts'
import type { ProviderAt } from './provider-process.ts'

const help = `npm run bench -- fairness [options]

  --rows N         rows of the hostile workspace's sheet and imports (100000)
  --requests N     requests that it has logged (20000)
  --seconds N      for each kind of call, alone and beside the hostile workspace (8)
  --hostile PARTS  of the hostile load: code, run, refusals, searches, imports (all)
  --engine NAME    sqlite or postgres; both when not given
  --write          put the report into bench/RESULTS.md`

/** What a quiet workspace's calls take beside a hostile one; the bar: the p99 of every kind at most doubles. */
export async function benchFairness(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      requests: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '8' },
      hostile: { type: 'string', default: hostileParts.join() },
      engine: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(help)
  const load = loadavg()[0]!
  const size = {
    rows: Number(values.rows),
    requests: Number(values.requests),
    seconds: Number(values.seconds),
    parts: partsOf(values.hostile),
  }
  const sections: string[] = []
  for (const name of enginesOf(values.engine)) sections.push(await benchEngine(name, size))
  const report = [whereAndHow(['fairness', ...args], load), ...sections].join('\n\n')
  console.log(`\n${report}`)
  if (values.write) writeResults('Fairness', report)
}

interface Size {
  readonly rows: number
  readonly requests: number
  readonly seconds: number
  readonly parts: ReadonlySet<HostilePart>
}

function partsOf(words: string): ReadonlySet<HostilePart> {
  const parts = words.split(',').map((word) => {
    const part = hostileParts.find((known) => known === word)
    if (!part) throw new Error(`${word} is no part of the hostile load: ${hostileParts.join(', ')}`)
    return part
  })
  return new Set(parts)
}

async function benchEngine(name: EngineName, { rows, requests, seconds, parts }: Size): Promise<string> {
  const engine = await openEngine(name)
  const key = await quietKey(engine)
  const provider = startHelper<object, ProviderAt>('fairness/provider-process.ts')
  const { origin } = await provider.ask({})
  const galley = await startGalley(engine, { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `${origin}/v1` })
  const caller = startCaller()
  const lines: string[][] = []
  try {
    const kinds = await quietCalls(galley, key)
    const prepared = await prepare(galley, rows, requests)
    const alone = new Map<string, number[]>()
    for (const [kind, call] of kinds) alone.set(kind, await timesOf(caller, key, call, seconds))
    const hostile = await begin(galley, prepared, rows, parts)
    await sleep(3_000)
    for (const [kind, call] of kinds) {
      const before = alone.get(kind)!
      const beside = await timesOf(caller, key, call, seconds)
      const ratio = percentile(beside, 0.99) / percentile(before, 0.99)
      lines.push([
        kind,
        ...[before, beside].flatMap((times) => [
          String(times.length),
          percentile(times, 0.5).toFixed(1),
          percentile(times, 0.99).toFixed(1),
        ]),
        ratio.toFixed(1),
        `<= 2 ${ratio <= 2 ? 'pass' : 'FAIL'}`,
      ])
      console.log(`${engine.version}: ${lines.at(-1)!.join('  ')}`)
    }
    await hostile.stop()
  } finally {
    await galley.stop()
    provider.stop()
    caller.stop()
    await engine.remove()
  }
  const heads = ['call', 'alone', 'p50 ms', 'p99 ms', 'beside', 'p50 ms', 'p99 ms', 'ratio of p99', 'bar']
  return `## ${engine.version}\n\n${table(heads, lines)}`
}

const main = join(import.meta.dirname, '../../src/server/galley.mjs')

/** The key of a second workspace; the first, which the first start makes, is the hostile one's. */
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

/** One after the other with 5 ms between two, sorted. */
async function timesOf(caller: Caller, key: string, call: Call, seconds: number): Promise<number[]> {
  await caller.ask({ kind: 'begin', key, calls: [call], pause: 5 })
  await sleep(seconds * 1000)
  const times = await caller.ask({ kind: 'end' })
  return times.sort((a, b) => a - b)
}

/** What the quiet workspace has, and one call of each kind that people and applications make. */
async function quietCalls({ url }: Galley, key: string): Promise<[kind: string, call: Call][]> {
  // biome-ignore lint/suspicious/noExplicitAny: the bench looks into whatever JSON came back.
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
