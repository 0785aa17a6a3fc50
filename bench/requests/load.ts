import { sql } from 'kysely'
import { markMasked } from '../../src/engine/masking/index.ts'
import { IdBlocks, openStore, type Store } from '../../src/server/db/index.ts'
import { createPricer } from '../../src/server/prices/index.ts'
import { finishIndex, recordRequest } from '../../src/server/requests/index.ts'
import type { Engine } from '../engines.ts'
import { rare, requestOf } from './generator.ts'

/** Requests of a unit. With these units in flight the writer is always busy. */
const unitSize = 200
const atOnce = { sqlite: 1, postgres: 4 }

/** Inserts the set as the rows that log calls make. Returns requests per second. */
export async function loadRequests(engine: Engine, seed: number, count: number): Promise<number> {
  const store = await openStore(engine)
  const requestIds = new IdBlocks(store, 'request_ids')
  const started = performance.now()
  let next = 0
  const loader = async () => {
    while (next < count) {
      const first = next
      next += unitSize
      await store.append(await unitOf({ store, requestIds }, seed, first, Math.min(next, count), count))
      if (first % 50_000 === 0) console.log(`${engine.name}  ${first.toLocaleString('en')} requests are in`)
    }
  }
  await Promise.all(Array.from({ length: atOnce[engine.name] }, loader))
  await finishIndex(store)
  await giveVerdicts(store)
  const seconds = (performance.now() - started) / 1000
  await store.close()
  return count / seconds
}

async function unitOf(
  { store, requestIds }: { store: Store; requestIds: IdBlocks },
  seed: number,
  from: number,
  to: number,
  count: number,
) {
  const statements = []
  for (let number = from; number < to; number++) {
    const record = requestOf(seed, number, count)
    const recorded = await recordRequest(
      { store, requestIds, prices: createPricer(store, Date.now), now: () => Math.round(record.endedAt) },
      1 as never,
      markMasked(record),
    )
    statements.push(...recorded.statements)
  }
  return statements
}

/** Adds a category score to each request, as scores that arrive after their request do. */
const giveVerdicts = (store: Store) =>
  store.transact((tx) =>
    sql`insert into given_scores (workspace_id, subject_type, subject_id, trace_id, name, source, type, text,
        author_kind, author_id, author_name, created_at, updated_at)
      select workspace_id, 'request', cast(id as text), '', 'verdict', 'judge', 'category',
        case id % ${sql.lit(rare)} when 7 then 'fraud' else case id % 2 when 0 then 'good' else 'bad' end end,
        'api_key', '1', 'bench', created_at, created_at
      from requests`.execute(tx),
  )
