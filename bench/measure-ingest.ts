import { startBareServer } from './bare.ts'
import type { Bench } from './bench.ts'
import type { EngineName } from './engines.ts'
import { startInserter } from './inserts.ts'
import { drive } from './load.ts'
import { logPath, logRequests } from './logs.ts'
import { atLeast, type Row } from './report.ts'
import { interleave } from './rounds.ts'
import { medianRatio } from './statistics.ts'

const ingestRatio = 0.35
const name = 'durable log ingest, 3 kB'

/**
 * The parameter of the bare inserts by number of clients: rows of a commit (SQLite) or connections
 * (PostgreSQL).
 */
const bareInserts: Record<
  EngineName,
  (clients: number) => { rowsPerCommit: number; connections: number; text: string }
> = {
  sqlite: (clients) => ({
    rowsPerCommit: clients,
    connections: 1,
    text: `bare inserts, ${clients} per commit`,
  }),
  postgres: (clients) => {
    const connections = Math.min(clients, 10)
    return { rowsPerCommit: 1, connections, text: `bare inserts, ${connections} connections` }
  },
}

/**
 * Measures durable writes against a bare server that parses the same body, and against bare inserts of the
 * same bytes.
 */
export async function measureIngest(bench: Bench): Promise<Row[]> {
  const { engine, galley, settings } = bench
  if (!name.includes(settings.only)) return []
  const bare = await startBareServer([{ method: 'POST', url: logPath, text: await answerToOne(galley.url) }])
  const inserter = startInserter()
  const rows: Row[] = []
  for (const connections of [1, 64]) {
    const inserts = bareInserts[engine.name](connections)
    const load = { requests: logRequests, connections, seconds: settings.seconds }
    const { ours, server, engineAlone } = await interleave(settings.rounds, {
      ours: () => drive(bench.generator, galley.pid, { ...load, url: galley.url }),
      server: () => drive(bench.generator, bare.pid, { ...load, url: bare.url }),
      engineAlone: async () => ({
        perSecond: await inserter.ask({ ...engine, ...inserts, seconds: settings.seconds }),
      }),
    })
    const shared = { measure: name, connections, ours }
    const ratio = medianRatio(ours, server)
    const bars = engine.name === 'sqlite' ? [atLeast(ingestRatio, ratio)] : []
    rows.push({ ...shared, against: 'bare Fastify, JSON parsed', theirs: server, ratio, bars })
    bench.show(rows.at(-1)!)
    rows.push({
      ...shared,
      against: inserts.text,
      theirs: engineAlone,
      ratio: medianRatio(ours, engineAlone),
      bars: [],
    })
    bench.show(rows.at(-1)!)
  }
  bare.stop()
  inserter.stop()
  return rows
}

async function answerToOne(url: string): Promise<string> {
  const { method, headers, body } = logRequests[0]!
  const response = await fetch(url + logPath, { method, headers, body })
  if (!response.ok) throw new Error(`${logPath} answered ${response.status}: ${await response.text()}`)
  return response.text()
}
