import { sql } from 'kysely'
import { readConfig } from '../../src/server/config/config.ts'
import type { Store } from '../../src/server/db/index.ts'
import { openContext } from '../../src/server/open-context.ts'
import { finishIndex } from '../../src/server/requests/index.ts'
import { recordSpans } from '../../src/server/traces/index.ts'
import type { Engine } from '../engines.ts'
import { agentSpans, spansOfTrace, traceOf } from './generator.ts'

/** Traces of one transaction: as many spans as a unit of SQLite takes. */
const unitSize = 100
const atOnce = { sqlite: 2, postgres: 4 }

/** Stores the set as the rows that OTLP calls make. Returns spans per second. */
export async function loadTraces(engine: Engine, seed: number, count: number): Promise<number> {
  const { folder, databaseUrl } = engine
  const context = await openContext(
    readConfig({ GALLEY_DATA: folder, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) }),
  )
  const workspace = 1 as never
  const started = performance.now()
  let next = 0
  const loader = async () => {
    while (next < count) {
      const first = next
      next += unitSize
      const numbers = Array.from({ length: Math.min(unitSize, count - first) }, (_, index) => first + index)
      await recordSpans(
        context,
        workspace,
        numbers.flatMap((number) => traceOf(seed, number, count)),
      )
      if (first % 10_000 === 0) console.log(`${engine.name}  ${first.toLocaleString('en')} traces are in`)
    }
  }
  await Promise.all(Array.from({ length: atOnce[engine.name] }, loader))
  const last = agentSpans(count)
  for (let from = 0; from < last.length; from += 1_000)
    await recordSpans(context, workspace, last.slice(from, from + 1_000))
  await finishIndex(context.store)
  await giveScores(context.store)
  const seconds = (performance.now() - started) / 1000
  await context.store.close()
  return (count * spansOfTrace) / seconds
}

/** Gives each trace a score with a number. */
const giveScores = (store: Store) =>
  store.transact((tx) =>
    sql`insert into given_scores (workspace_id, subject_type, subject_id, trace_id, name, source, type, number,
        author_kind, author_id, author_name, created_at, updated_at)
      select workspace_id, 'trace', trace_id, trace_id, 'quality', 'judge', 'number', cast(cast(duration_ms as bigint) % 1000 as double precision) / 1000,
        'api_key', '1', 'bench', started_at, started_at
      from traces where started_at is not null`.execute(tx),
  )
