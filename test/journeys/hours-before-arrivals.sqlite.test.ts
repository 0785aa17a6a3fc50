import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate, openStore, type Store } from '../../src/server/db/index.ts'
import { finishIndex } from '../../src/server/requests/index.ts'
import { storageBefore } from './support/older-storage.ts'
import { logCall } from './support/requests.ts'

const hour = 3_600_000
const started = Date.UTC(2026, 4, 4)

const sumsOf = async (store: Store) =>
  (
    await store.db
      .selectFrom('request_hours')
      .select(['hour', 'requests', 'input_tokens', 'price', 'unpriced', 'latency_ms', 'json_outputs'])
      .where('requests', '<>', 0)
      .orderBy('hour')
      .execute()
  ).map((row) => ({ ...row, hour: row.hour - started / hour }))

// Before migration 0020, a request was added to its hour when it was logged; later versions add it when it is indexed.
test('pending requests of an older version are counted in their hours once', async (context) => {
  const { config, database } = await storageBefore(context, '0018')
  await database.query(`insert into workspaces (id, name, created_at) values (1, 'old', 1)`)
  const original = Buffer.from(JSON.stringify(logCall())).toString('hex')
  // The first hour has two requests and the second has one; the last request of each hour is not indexed yet.
  for (const [id, after, tokens] of [
    [1, 0, 10],
    [2, 1000, 200],
    [3, hour, 3000],
  ] as const) {
    await database.query(`insert into requests (workspace_id, id, source, provider, model, function_name, started_at,
      ended_at, latency_ms, latency_bucket, output_shape, status, input_tokens, output_tokens, price, tags, metadata,
      created_at, price_source)
      values (1, ${id}, 'log', 'openai', 'gpt-4o-mini', '', ${started + after}, ${started + after + 1500}, 1500, 43, 'json',
      'SUCCESS', ${tokens}, 2, ${id === 3 ? 0.5 : 0}, '[]', '{}', ${started + after},
      '${id === 3 ? 'given' : 'unknown_model'}')`)
    await database.query(
      `insert into request_payloads (workspace_id, request_id, payload) values (1, ${id}, x'${original}')`,
    )
    if (id > 1)
      await database.query(
        `insert into request_arrivals (workspace_id, request_id, mark) values (1, ${id}, 0)`,
      )
  }
  // Migration 18 adds all three requests to the sums.
  await database.close()
  await migrate(config)
  const store = await openStore(config)
  context.after(() => store.close())
  const sum = (at: number, requests: number, tokens: number, price: number, unpriced: number) => ({
    hour: at,
    requests,
    input_tokens: tokens,
    price,
    unpriced,
    latency_ms: requests * 1500,
    json_outputs: requests,
  })
  assert.deepEqual(await sumsOf(store), [sum(0, 1, 10, 0, 1)])
  await finishIndex(store)
  assert.deepEqual(await sumsOf(store), [sum(0, 2, 210, 0, 2), sum(1, 1, 3000, 0.5, 0)])
})
