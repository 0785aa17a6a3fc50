import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Engine } from './engines.ts'
import { type Galley, startGalley } from './galley.ts'
import { type LoadGenerator, startLoadGenerator } from './load.ts'
import { logRequests } from './logs.ts'
import { cpuSeconds } from './process-figures.ts'
import { table } from './report.ts'
import { onEngines, runBench } from './run-bench.ts'
import { median } from './statistics.ts'

const help = `npm run bench -- processes [options]

  --rounds N     interleaved rounds of each number of processes (3)
  --seconds N    length of one round (5)
  --write        put the table into bench/RESULTS.md`

const bar = 1.2
const counts = [1, 3]
/**
 * Calls to each process before it is measured. Without them, compiling the code would cost more in three
 * processes than in one.
 */
const warmUpCalls = 3_000
/** All processes of one database need the same key. */
const secretKey = randomBytes(32).toString('base64')

/**
 * Measures log calls to one api process and to three on one PostgreSQL. The processor time of a call must not
 * grow.
 */
export const benchProcesses = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'processes',
    heading: 'Processes',
    help,
    options: { rounds: 3, seconds: 5 },
    measure: ({ rounds, seconds }) =>
      onEngines('postgres', async (engine) => {
        const rows: string[][] = []
        for (const connections of [1, 16, 64])
          rows.push(...(await compareProcessCounts(engine, connections, rounds, seconds)))
        return table(columns, rows)
      }),
  })

const columns = [
  'connections',
  'processes',
  'calls/s',
  'Galley, us a call',
  'PostgreSQL, us a call',
  'together',
  'against one process',
  'bar',
]

interface Round {
  readonly perSecond: number
  /** Microseconds of processor time for a call. */
  readonly galley: number
  readonly postgres: number
}

async function compareProcessCounts(engine: Engine, connections: number, rounds: number, seconds: number) {
  const byCount = new Map(counts.map((count) => [count, [] as Round[]]))
  for (let round = 0; round < rounds; round++)
    for (const count of counts) {
      const result = await withProcesses(engine, count, (processes, generators) =>
        measureRound(engine, processes, generators, connections, seconds),
      )
      byCount.get(count)!.push(result)
      console.log(`${connections} connections, ${count} processes: ${JSON.stringify(result)}`)
    }
  const middle = (count: number, value: (round: Round) => number) => median(byCount.get(count)!.map(value))
  const together = ({ galley, postgres }: Round) => galley + postgres
  const single = middle(counts[0]!, together)
  return counts.map((count) => {
    const ratio = middle(count, together) / single
    return [
      String(connections),
      String(count),
      middle(count, ({ perSecond }) => perSecond).toFixed(0),
      middle(count, ({ galley }) => galley).toFixed(0),
      middle(count, ({ postgres }) => postgres).toFixed(0),
      middle(count, together).toFixed(0),
      ratio.toFixed(2),
      count === 1 ? '' : `<= ${bar} ${ratio <= bar ? 'pass' : 'FAIL'}`,
    ]
  })
}

/** Starts api processes with data folders of their own, and a load generator for each. */
async function withProcesses<T>(
  engine: Engine,
  count: number,
  work: (processes: readonly Galley[], generators: readonly LoadGenerator[]) => Promise<T>,
): Promise<T> {
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'galley-bench-')))
  const generators = folders.map(() => startLoadGenerator())
  const processes: Galley[] = []
  try {
    const environment = { GALLEY_ROLE: 'api', GALLEY_SECRET_KEY: secretKey }
    // The first process runs the migrations, so the others start after it.
    for (const folder of folders) processes.push(await startGalley({ ...engine, folder }, environment))
    return await work(processes, generators)
  } finally {
    await Promise.all(processes.map((process) => process.stop()))
    for (const generator of generators) generator.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

async function measureRound(
  { databaseUrl }: Engine,
  processes: readonly Galley[],
  generators: readonly LoadGenerator[],
  connections: number,
  seconds: number,
): Promise<Round> {
  const client = new pg.Client({ connectionString: databaseUrl! })
  await client.connect()
  /** A single connection goes to the first process; several are spread over all processes. */
  const loads = processes.slice(0, connections).map((process, index) => ({
    generator: generators[index]!,
    load: {
      url: process.url,
      requests: logRequests,
      connections: Math.max(1, Math.round(connections / processes.length)),
    },
  }))
  const call = async (duration: number) => {
    const results = await Promise.all(
      loads.map(({ generator, load }) => generator.ask({ ...load, seconds: duration })),
    )
    return results.map((result) => {
      if ('error' in result) throw new Error(result.error)
      return result
    })
  }
  for (let warmed = 0; warmed < warmUpCalls * loads.length; ) warmed += answeredBy(await call(1))
  const backends = async () => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
    return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]))
  }
  const galleySeconds = () => processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const galleyBefore = galleySeconds()
  const before = await backends()
  const results = await call(seconds)
  const galley = galleySeconds() - galleyBefore
  const after = await backends()
  await client.end()
  let postgres = 0
  for (const [pid, used] of after) postgres += used - (before.get(pid) ?? 0)
  const answered = answeredBy(results)
  return {
    perSecond: results.reduce((sum, result) => sum + result.perSecond, 0),
    galley: (galley / answered) * 1e6,
    postgres: (postgres / answered) * 1e6,
  }
}

const answeredBy = (results: readonly { readonly answered: number }[]) =>
  results.reduce((sum, { answered }) => sum + answered, 0)
