import { statSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Engine, type EngineName, openEngine } from '../engines.ts'
import { startGalley } from '../galley.ts'
import { startLoadGenerator } from '../load.ts'
import { loadRequests } from './load.ts'
import { measureDashboard, measureIngest, measureSearch, type SearchFigure } from './measure.ts'
import { searchMeasures } from './searches.ts'

const help = `node bench/requests/main.ts [options]

  --count N        requests in the set (100000)
  --times N        searches of each kind (200)
  --engine NAME    sqlite or postgres; both when not given
  --seed N         another set (1)`

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    times: { type: 'string', default: '200' },
    engine: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) console.log(help)
else {
  const [count, times, seed] = [Number(values.count), Number(values.times), Number(values.seed)]
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, load ${loadavg()[0]!.toFixed(1)}`,
  )
  for (const name of ['sqlite', 'postgres'] as const)
    if (values.engine === undefined || values.engine === name) await bench(name, seed, count, times)
}

async function bench(name: EngineName, seed: number, count: number, times: number): Promise<void> {
  const engine = await openEngine(name)
  const generator = startLoadGenerator()
  try {
    // Makes the schema and the workspace that the set goes into.
    await (await startGalley(engine)).stop()
    const perSecond = await loadRequests(engine, seed, count)
    await afterLoading(engine)
    console.log(
      `${engine.version}: ${count.toLocaleString('en')} requests, loaded at ${Math.round(perSecond)}/s, ${await sizeOf(engine, count)}`,
    )
    const galley = await startGalley(engine)
    for (const measure of searchMeasures) console.log(lineOf(await measureSearch(galley, measure, times)))
    const board = await measureDashboard(galley, generator, Math.min(times, 20))
    console.log(
      `a dashboard of all days: p50 ${board.p50.toFixed(0)} ms, p99 ${board.p99.toFixed(0)} ms, bar < 1500; a log call alone p99 ${board.alone.p99!.toFixed(1)} ms, beside it p99 ${board.beside.p99!.toFixed(1)} ms, bar < 20`,
    )
    const { alone, beside, searchesPerSecond } = await measureIngest(galley, generator)
    const ratio = (beside.perSecond / alone.perSecond).toFixed(2)
    console.log(
      `ingest, 16 connections: ${Math.round(alone.perSecond)}/s, p99 ${alone.p99!.toFixed(1)} ms; beside ${searchesPerSecond.toFixed(0)} searches/s ${Math.round(beside.perSecond)}/s, p99 ${beside.p99!.toFixed(1)} ms: ratio ${ratio}, bar >= 0.7`,
    )
    await galley.stop()
  } finally {
    generator.stop()
    await engine.remove()
  }
}

/** What a server that was not loaded in one go would have long since. */
async function afterLoading({ databaseUrl }: Engine): Promise<void> {
  if (databaseUrl === null) return
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

async function sizeOf({ databaseUrl, folder }: Engine, count: number): Promise<string> {
  let bytes: number
  if (databaseUrl === null) bytes = statSync(join(folder, 'galley.db')).size
  else {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    bytes = Number((await client.query('select pg_database_size(current_database()) as size')).rows[0].size)
    await client.end()
  }
  return `${Math.round(bytes / count)} bytes each`
}

function lineOf({ name, p50, p99, most, refused, bar }: SearchFigure): string {
  const verdict = bar === null ? '' : `, bar < ${bar}: ${p99 < bar ? 'pass' : 'FAIL'}`
  const stopped = refused > 0 ? `, ${refused} stopped` : ''
  return `${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms${stopped}${verdict}`
}
