import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { attachBodyStorage } from '../src/server/bodies/index.ts'
import { moveOut } from '../src/server/bodies/move-out.ts'
import { migrate, openStore, type Store } from '../src/server/db/index.ts'
import { createWorkspace } from '../src/server/workspaces/index.ts'
import { FakeS3 } from '../test/bodies/fake-s3.ts'
import type { Engine } from './engines.ts'
import { type Bar, table, under, verdict } from './report.ts'
import { loadRequests } from './requests/load.ts'
import { onEngines, runBench } from './run-bench.ts'

const help = `npm run bench -- bodies [options]

  --count N        requests (20000)
  --engine NAME    sqlite or postgres; both by default
  --write          put the table into bench/RESULTS.md`

const bar = 2_500

/** Measures the bytes of a request before and after its body is moved to object storage, which is in memory here. */
export const benchBodies = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'bodies',
    heading: 'Bodies in object storage',
    help,
    options: { count: 20_000, engine: '' },
    measure: ({ count, engine }) => onEngines(engine, (storage) => measureBodies(storage, count)),
  })

async function measureBodies(engine: Engine, count: number): Promise<string> {
  await migrate(engine)
  const first = await openStore(engine)
  await createWorkspace(first, { name: 'bench', now: Date.now() })
  await first.close()
  await loadRequests(engine, 1, count)
  const s3 = await FakeS3.start()
  const store = await openStore(engine)
  const storage = attachBodyStorage(store, s3.settings())
  try {
    const before = await sizesOf(engine, store)
    const started = performance.now()
    const cpu = process.cpuUsage()
    let moved = 0
    for (;;) {
      const step = await moveOut(store, storage, 1, Date.now())
      moved += step.moved
      if (step.isDone) break
    }
    const { user, system } = process.cpuUsage(cpu)
    const seconds = (performance.now() - started) / 1000
    const after = await sizesOf(engine, store)
    const objects = [...s3.objects.values()].reduce((sum, { length }) => sum + length, 0)
    const bytesPerBody = (bytes: number) => Math.round(bytes / count).toLocaleString('en')
    const bars: Bar[] = engine.name === 'postgres' ? [under(bar, (after.all + objects) / count)] : []
    const sums = table(
      ['bytes a request', 'database', 'rows of bodies', 'objects', 'all', 'bodies/s', 'CPU us a body', 'bar'],
      [
        [
          'before',
          bytesPerBody(before.all),
          bytesPerBody(before.bodies),
          '0',
          bytesPerBody(before.all),
          '',
          '',
          '',
        ],
        [
          'after',
          bytesPerBody(after.all),
          bytesPerBody(after.bodies),
          bytesPerBody(objects),
          bytesPerBody(after.all + objects),
          Math.round(moved / seconds).toLocaleString('en'),
          String(Math.round((user + system) / moved)),
          verdict(bars),
        ],
      ],
    )
    return engine.name === 'sqlite' ? sums : `${sums}\n\n${await partsOf(engine, store, count)}`
  } finally {
    await storage.objects.close()
    await store.close()
    await s3.close()
  }
}

/**
 * Sizes of tables and indexes after the move, with all months of one table added up. Those under a thousandth
 * are left out.
 */
async function partsOf(engine: Engine, store: Store, count: number): Promise<string> {
  const { rows } = await sql<{ part: string; bytes: number }>`
    with relations as (
      select regexp_replace(relname, '_20\\d\\d_\\d\\d', '') as part, pg_relation_size(oid) as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
      union all
      select regexp_replace(relname, '_20\\d\\d_\\d\\d', '') || ', out of line', pg_total_relation_size(reltoastrelid)
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltoastrelid <> 0)
    select part, sum(bytes)::bigint as bytes from relations group by part
    having sum(bytes) > pg_database_size(current_database()) / 1000 order by 2 desc`.execute(store.scan)
  const lines = rows.map(({ part, bytes }) => [part, Math.round(bytes / count).toLocaleString('en')])
  return `After the move, ${engine.version}:\n\n${table(['table or index', 'bytes a request'], lines)}`
}

/** Measures the tables after a vacuum, which gives free pages back. */
async function sizesOf(engine: Engine, store: Store) {
  const { rows } = await sql<{ bodies: number }>`select sum(length(payload)) as bodies
    from request_payloads`.execute(store.scan)
  const bodies = Number(rows[0]!.bodies)
  if (engine.name === 'sqlite') {
    const copy = `${engine.folder}/copy-${performance.now()}.db`
    const connection = new DatabaseSync(`${engine.folder}/galley.db`)
    connection.exec(`vacuum into '${copy}'`)
    connection.close()
    return { all: statSync(copy).size, bodies }
  }
  // The statement takes longer than the time limit of a query of the store.
  const client = new pg.Client(engine.databaseUrl!)
  await client.connect()
  await client.query('vacuum full')
  const size = await client.query('select pg_database_size(current_database()) as "all"')
  await client.end()
  return { all: Number(size.rows[0].all), bodies }
}
