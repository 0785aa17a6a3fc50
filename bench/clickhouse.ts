import { setTimeout as sleep } from 'node:timers/promises'
import { intervalFor, offsetsOf } from '../src/engine/analytics/index.ts'
import { parseSearch } from '../src/engine/search/index.ts'
import { copyTools } from '../src/server/clickhouse-copy/index.ts'
import { openStore, QueryTooSlowError } from '../src/server/db/index.ts'
import type { LogSearch } from '../src/server/requests/search/log-search.ts'
import { searchLog } from '../src/server/requests/search/search-log.ts'
import { startClickHouse } from '../test/clickhouse/start-clickhouse.ts'
import type { Random } from './kept-sets/random.ts'
import { repeat } from './kept-sets/repeat.ts'
import { table } from './report.ts'
import { wordOf } from './requests/generator.ts'
import { openRequests } from './requests/open-requests.ts'
import { searchMeasures } from './requests/searches.ts'
import { runBench } from './run-bench.ts'

const help = `npm run bench -- clickhouse [options]: the copy of the log, on ClickHouse's embedded build

  --count N      requests in the set (100000)
  --repeat N     store each request N times in ClickHouse, with other ids and times (1)
  --times N      searches of each kind (60)
  --data FOLDER  folder of the sets (/work/bench-data)
  --write        put the table into bench/RESULTS.md`

const rareWord = (random: Random) => wordOf(10_000 + random.below(10_000))
/** Bars of the p99 at 10,000,000 requests in milliseconds. */
const bars: Readonly<Record<string, number>> = {
  'metadata, tag, 30 days (rare customer)': 100,
  'metadata, tag, 30 days (both common)': 100,
  'a word': 200,
  'two rare words': 1_000,
  'dashboard of all days': 1_500,
}
const searches = [
  ...searchMeasures,
  { name: 'two rare words', body: (random: Random) => ({ q: `${rareWord(random)} ${rareWord(random)}` }) },
]
/** The facets that the log shows beside its list. */
const facets = ['status', 'source', 'engine', 'prompt_id', 'error_type', 'tags', 'tool_names'] as const

const workspace = 1 as never
const warmUps = 5

export const benchClickHouse = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'clickhouse',
    heading: 'ClickHouse',
    help,
    options: { count: 100_000, repeat: 1, times: 60, data: '/work/bench-data' },
    measure: ({ count, repeat: copyCount, times, data }) => compareStorages(count, copyCount, times, data),
  })

async function compareStorages(
  count: number,
  copyCount: number,
  times: number,
  data: string,
): Promise<string> {
  const engine = await openRequests({ engine: 'sqlite', count, seed: 1, root: data })
  const server = await startClickHouse()
  const store = await openStore(engine)
  const { backfill, openLogCopy } = await copyTools()
  const copy = openLogCopy(store, server.config)
  try {
    await copy.clickhouse.migrate()
    await copy.prepare()
    const [startedAt, before] = [performance.now(), process.cpuUsage()]
    await backfill(copy, () => {})
    const seconds = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(before)
    await copy.clickhouse.command('optimize table requests final')
    const [size] = await copy.clickhouse.rows<{ bytes: number }>(
      "select sum(bytes_on_disk) as bytes from system.parts where active and database = currentDatabase() and table = 'requests'",
    )
    for (let copies = 1; copies < copyCount; ) {
      const added = Math.min(copies, copyCount - copies, Math.ceil(requestsPerInsert / count))
      await copy.clickhouse.command(repeated(copies, added, copyCount))
      copies += added
    }
    const [stored] = await copy.clickhouse.rows<{ rows: number }>('select count() as rows from requests')
    if (stored!.rows !== count * copyCount) throw new Error(`ClickHouse has ${stored!.rows} requests`)
    await untilMerged()
    const measures: [name: string, question: (random: Random) => Promise<void>][] = [
      ...searches.map(({ name, body }): (typeof measures)[number] => [
        name,
        (random) => findNewestFifty(body(random)),
      ]),
      ['facets of all', countFacets],
      ['dashboard of all days', dashboard],
    ]
    const lines = []
    for (const [name, question] of measures) {
      const line = [name]
      for (const home of ['database', 'clickhouse'] as const) {
        await copy.requests.readFrom(home)
        const { p50, p99 } = await repeat(warmUps, times, (random) => answer(() => question(random)))
        line.push(`${p50.toFixed(1)} / ${p99.toFixed(1)}`)
      }
      line.push(bars[name] ? `<= ${bars[name]}` : '')
      console.log(line.join('  '))
      lines.push(line)
    }
    return [
      `${count.toLocaleString('en')} requests of bench/requests, SQLite beside ClickHouse ${await version()} (embedded build, in a process of its own
behind HTTP). Backfill: ${Math.round(count / seconds)} requests/s, ${Math.round((user + system) / count)} microseconds of Galley's processor a request.
On ClickHouse's disk after a merge: ${Math.round(size!.bytes / count)} bytes a request, without bodies. ${copyCount > 1 ? `ClickHouse then got each request ${copyCount} times, with other ids and times. ` : ''}
Searches that the database answered instead of ClickHouse: ${(await copy.status()).fallbacks}.`,
      table(
        [
          'two pages of 25 and the total; p50 / p99 ms',
          `SQLite, ${count.toLocaleString('en')}`,
          `ClickHouse, ${(count * copyCount).toLocaleString('en')}`,
          'bar of the p99 at 10 million',
        ],
        lines,
      ),
    ].join('\n\n')
  } finally {
    await copy.stop()
    await store.close()
    await server.stop()
    await engine.remove()
  }

  /**
   * Waits for the merges that follow the inserts. They take minutes, and searches would wait for processors
   * meanwhile.
   */
  async function untilMerged(): Promise<void> {
    const merges = 'select count() as under_way from system.merges'
    while ((await copy.clickhouse.rows<{ under_way: number }>(merges))[0]!.under_way > 0) await sleep(500)
  }

  async function version(): Promise<string> {
    const [row] = await copy.clickhouse.rows<{ version: string }>('select version() as version')
    return row!.version
  }

  async function findNewestFifty(body: object): Promise<void> {
    const search = await searchLog(store, workspace, parseSearch(body))
    const startedAt = performance.now()
    const first = await search.page({ after: null, offset: 0, limit: 26 })
    await search.total({ requests: first.length, milliseconds: performance.now() - startedAt })
    if (first.length > 25) await search.page({ after: first[24]!, offset: 0, limit: 26 })
  }

  async function countFacets(): Promise<void> {
    const search = await searchLog(store, workspace, parseSearch({}))
    await search.facets(
      facets.map((field, index) => ({ index, field, key: '' })),
      10,
    )
  }

  async function dashboard(): Promise<void> {
    const search: LogSearch = await searchLog(store, workspace, parseSearch({}))
    const { start, end } = await search.extent()
    await search.overview(
      { interval: intervalFor(end! - start!), offsets: offsetsOf(null, start!, end!) },
      null,
    )
  }
}

/** The ids of copy n begin at n times this number. */
const idsPerCopy = 1_000_000_000
/** Most requests that one insert can add within the time limit of a statement. */
const requestsPerInsert = 400_000

/**
 * Inserts copies of the first requests at later times; a time after the last request wraps around to the
 * first.
 */
function repeated(copies: number, added: number, copyCount: number): string {
  const moved = `first + (started_at - first + ${copies / copyCount} * (last - first)) % (last - first)`
  return `insert into requests
    with (select min(started_at) from requests) as first, (select max(started_at) from requests) as last
    select * replace (id + ${copies * idsPerCopy} as id, ${moved} as started_at)
    from (select * from requests where id < ${added * idsPerCopy})`
}

async function answer(question: () => Promise<void>): Promise<boolean> {
  try {
    await question()
    return true
  } catch (error) {
    if (error instanceof QueryTooSlowError) return false
    throw error
  }
}
