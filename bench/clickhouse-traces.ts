import { copyTools } from '../src/server/clickhouse-copy/index.ts'
import { openStore } from '../src/server/db/index.ts'
import { type ClickHouseServer, startClickHouse } from '../test/clickhouse/start-clickhouse.ts'
import type { Engine } from './engines.ts'
import { startGalley } from './galley.ts'
import { openSet } from './kept-sets/kept-set.ts'
import { repeat } from './kept-sets/repeat.ts'
import { table } from './report.ts'
import { runBench } from './run-bench.ts'
import { loadTraces } from './traces/load.ts'
import { traceMeasures } from './traces/searches.ts'
import { askMeasure } from './traces/traces.ts'

const help = `npm run bench -- clickhouse-traces [options]: the copy of traces, on ClickHouse's embedded build

  --count N      traces of 10 spans in the set (100000)
  --repeat N     store each trace N times in ClickHouse, with other ids and times (1)
  --times N      searches of each kind (20)
  --data FOLDER  folder of the sets (/work/bench-data)
  --write        put the table into bench/RESULTS.md`

const warmUps = 3
/** Matches queries that the database answers even with a copy in ClickHouse. */
const databaseQueries = /word|score|session of|sessions, newest|turns|outline/
const measures = traceMeasures.filter(({ name }) => !databaseQueries.test(name))

export const benchClickHouseTraces = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'clickhouse-traces',
    heading: 'ClickHouse, traces',
    help,
    options: { count: 100_000, repeat: 1, times: 20, data: '/work/bench-data' },
    measure: ({ count, repeat: copies, times, data }) => compareStorages(count, copies, times, data),
  })

async function compareStorages(count: number, copies: number, times: number, data: string): Promise<string> {
  const engine = await openSet({
    engine: 'sqlite',
    name: 'traces',
    seed: 1,
    count,
    root: data,
    load: loadTraces,
  })
  const server = await startClickHouse()
  try {
    const inDatabase = await measure(engine, {}, times)
    const copied = await copyTraces(engine, server, copies)
    const { url, user, password } = server.config
    const environment = { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password }
    const inClickHouse = await measure(engine, environment, times)
    return [
      `${count.toLocaleString('en')} traces of 10 spans in SQLite. Backfill: ${copied.perSecond} traces/s. In ClickHouse a trace takes ${copied.bytes} bytes
after a merge.${copies > 1 ? ` ClickHouse then got each trace ${copies} times, with other ids and times.` : ''}`,
      table(
        [
          'p50 / p99 ms; lists in two pages of 25, the first with the total',
          `SQLite, ${count.toLocaleString('en')}`,
          `ClickHouse, ${copied.rows.toLocaleString('en')}`,
        ],
        measures.map(({ name }, index) => [name, inDatabase[index]!, inClickHouse[index]!]),
      ),
    ].join('\n\n')
  } finally {
    await server.stop()
    await engine.remove()
  }
}

async function measure(
  engine: Engine,
  environment: Readonly<Record<string, string>>,
  times: number,
): Promise<string[]> {
  const galley = await startGalley(engine, environment)
  const cells: string[] = []
  for (const measure of measures) {
    const { p50, p99 } = await repeat(warmUps, times, (random) => askMeasure(galley, measure, random))
    cells.push(`${p50.toFixed(1)} / ${p99.toFixed(1)}`)
    console.log(`${measure.name}  ${cells.at(-1)}`)
  }
  await galley.stop()
  return cells
}

async function copyTraces(engine: Engine, server: ClickHouseServer, copies: number) {
  const store = await openStore(engine)
  const { openLogCopy } = await copyTools()
  const { traces, clickhouse } = openLogCopy(store, server.config)
  await clickhouse.migrate()
  await traces.prepare()
  const startedAt = performance.now()
  await store.transact((tx) => tx.updateTable('trace_copy').set({ state: 'backfill' }).execute())
  while (await traces.backfillStep()) await traces.flush(60_000)
  const seconds = (performance.now() - startedAt) / 1_000
  await clickhouse.command('optimize table traces final')
  const [size] = await clickhouse.rows<{ bytes: number; rows: number }>(
    "select sum(bytes_on_disk) as bytes, sum(rows) as rows from system.parts where active and database = currentDatabase() and table = 'traces'",
  )
  for (let done = 1; done < copies; ) {
    const added = Math.min(done, copies - done)
    await clickhouse.command(repeated(done, added, copies))
    done += added
  }
  await clickhouse.command('optimize table traces final')
  const [stored] = await clickhouse.rows<{ rows: number }>('select count() as rows from traces')
  await traces.readFrom('clickhouse')
  await clickhouse.close()
  await store.close()
  return {
    rows: stored!.rows,
    bytes: Math.round(size!.bytes / size!.rows),
    perSecond: Math.round(size!.rows / seconds),
  }
}

/** Inserts copies of the first traces at later times; a time after the last trace wraps around to the first. */
function repeated(done: number, added: number, copies: number): string {
  const moved = `first + (started_at - first + ${done / copies} * (last - first)) % (last - first)`
  return `insert into traces
    with (select min(started_at) from traces) as first, (select max(started_at) from traces) as last
    select * replace (concat('${done}-', trace_id) as trace_id, concat(session_id, '-${done}') as session_id, ${moved} as started_at)
    from traces order by created_at limit (select intDiv(count() * ${added}, ${done}) from traces)`
}
