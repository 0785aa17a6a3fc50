import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchKey, type Galley, startGalley } from '../galley.ts'
import { openSet, type Wanted } from '../kept-sets/kept-set.ts'
import { Random } from '../kept-sets/random.ts'
import { table, under } from '../report.ts'
import { whereAndHow, writeResults } from '../results-file.ts'
import { percentile } from '../statistics.ts'
import { spansOfTrace } from './generator.ts'
import { loadTraces } from './load.ts'
import { type TraceMeasure, traceMeasures } from './searches.ts'

const help = `npm run bench -- traces [options]

  --count N        traces of ${spansOfTrace} spans in the set (1000000)
  --times N        questions of each kind (100; 20 of those without a bar)
  --engine NAME    sqlite or postgres; both when not given
  --only WORDS     measures with these words in their name
  --data FOLDER    where sets are kept (/work/bench-data)
  --seed N         another set (1)
  --write          put the tables into bench/RESULTS.md`

const warmUps = 5
const mostWithoutBar = 20

/** Lists, facets and charts of traces, sessions and users. */
export async function benchTraces(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '1000000' },
      times: { type: 'string', default: '100' },
      engine: { type: 'string' },
      only: { type: 'string', default: '' },
      data: { type: 'string', default: '/work/bench-data' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(help)
  const [load] = loadavg()
  const parts = [whereAndHow(['traces', ...args], load!)]
  for (const engine of (['sqlite', 'postgres'] as const).filter((name) => (values.engine ?? name) === name)) {
    const set = {
      engine,
      name: 'traces',
      count: Number(values.count),
      seed: Number(values.seed),
      root: values.data,
      load: loadTraces,
    }
    parts.push(await measureSet(set, Number(values.times), values.only))
  }
  const report = parts.join('\n\n')
  console.log(`\n${report}`)
  if (values.write) writeResults('Traces', report)
}

async function measureSet(set: Wanted, times: number, only: string): Promise<string> {
  // Exits on signals, so that exit handlers stop the cluster and delete the copy.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const engine = await openSet(set)
  const rows: string[][] = []
  try {
    const galley = await startGalley(engine)
    for (const measure of traceMeasures.filter(({ name }) => name.includes(only))) {
      const turns = measure.bar === null ? Math.min(times, mostWithoutBar) : times
      const row = await measured(galley, measure, turns)
      console.log(`${engine.version}  ${row.join('  ')}`)
      rows.push(row)
    }
    await galley.stop()
  } finally {
    await engine.remove()
  }
  const count = set.count.toLocaleString('en')
  return `## ${engine.version}, ${count} traces\n\n${table(['question', 'p50 ms', 'p99 ms', 'most ms', 'bar'], rows)}`
}

async function measured(galley: Galley, measure: TraceMeasure, turns: number): Promise<string[]> {
  const random = new Random(99)
  const milliseconds: number[] = []
  let refused = 0
  for (let turn = -warmUps; turn < turns; turn++) {
    const started = performance.now()
    const isAnswered = await answer(galley, measure, random)
    if (turn >= 0) milliseconds.push(performance.now() - started)
    if (!isAnswered) refused++
  }
  const sorted = milliseconds.sort((a, b) => a - b)
  const p99 = percentile(sorted, 0.99)
  const { text, passed } = under(measure.bar ?? 0, p99)
  const name = refused > 0 ? `${measure.name}, ${refused} stopped` : measure.name
  const figures = [percentile(sorted, 0.5), p99, sorted.at(-1)!].map((value) => value.toFixed(1))
  return [name, ...figures, measure.bar === null ? '' : `${text} ${passed ? 'pass' : 'FAIL'}`]
}

/** False: stopped as too slow. */
async function answer(galley: Galley, measure: TraceMeasure, random: Random): Promise<boolean> {
  const body = measure.wish?.(random)
  const first = await ask(galley, measure, body)
  if (measure.isPaged && first?.next_cursor)
    await ask(galley, measure, { ...body, cursor: first.next_cursor })
  return first !== null
}

async function ask(
  { url }: Galley,
  { method, path }: TraceMeasure,
  body: object | undefined,
): Promise<{ readonly next_cursor?: string | null } | null> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': benchKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answered = (await response.json()) as { next_cursor?: string | null; error?: string }
  if (response.ok) return answered
  if (answered.error === 'too_slow') return null
  throw new Error(`${path}: ${response.status}: ${JSON.stringify(answered)}`)
}
