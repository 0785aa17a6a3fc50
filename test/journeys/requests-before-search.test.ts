import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { latencyBucket } from '../../src/engine/analytics/latency-bucket.ts'
import { migrate, openStore } from '../../src/server/db/index.ts'
import { finishIndex, startIndex } from '../../src/server/requests/index.ts'
import { createKey } from '../../src/server/workspaces/index.ts'
import { apiOf } from '../kit/api.ts'
import { startApp } from '../kit/app.ts'
import { storageBefore } from './support/older-storage.ts'
import { idsIn, searchPage } from './support/request-search.ts'
import { logCall, readBack } from './support/requests.ts'

/** Storage of a version without search, with requests in it. */
async function olderStorage(context: TestContext, bodies: readonly object[]) {
  const { config, database } = await storageBefore(context, '0007')
  await database.query(`insert into workspaces (id, name, created_at) values (1, 'old', 1)`)
  for (const [index, body] of bodies.entries()) {
    const hex = Buffer.from(JSON.stringify(body)).toString('hex')
    const original = config.databaseUrl ? `'\\x${hex}'` : `x'${hex}'`
    const { tags = [], metadata = {} } = body as { tags?: string[]; metadata?: object }
    const month = Date.UTC(2025, index, 15)
    await database.query(`insert into requests (workspace_id, id, source, provider, model, function_name, started_at,
      ended_at, status, input_tokens, output_tokens, price, tags, metadata, created_at, original)
      values (1, ${index + 1}, 'log', 'openai', 'gpt-4o-mini', '', ${month}, ${month + 1500}, 'SUCCESS', 1, 2, 0.5,
      '${JSON.stringify(tags)}', '${JSON.stringify(metadata)}', ${month}, ${original})`)
  }
  await database.close()
  await migrate(config)
  return config
}

test('requests of older versions are moved, read as before, and found', async (context) => {
  const bodies = [
    logCall({ tags: ['old'], metadata: { customer: 'ada' }, prompt_input_variables: { name: 'Ada' } }),
    logCall({ tags: ['old', 'second'] }),
    logCall(),
  ]
  const config = await olderStorage(context, bodies)
  const store = await openStore(config)
  const app = await startApp({ store })
  context.after(app.close)
  const api = apiOf(app.baseUrl, (await createKey(store, 1, 'a key', 1)).key)

  const before = await readBack(api, 1)
  assert.deepEqual([before.metadata, before.tags, before.latency_ms], [{ customer: 'ada' }, ['old'], 1500])
  assert.equal(await startIndex(store), 3)
  assert.equal(await startIndex(store), 0)
  await finishIndex(store)
  assert.deepEqual(await readBack(api, 1), before)
  const idsOf = async (body: object) => idsIn(await searchPage(api, body))
  const by = (field: string, operator: string, value: unknown, nested_key?: string) => ({
    filter_group: { filters: [{ field, operator, value, nested_key }] },
  })
  assert.deepEqual(await idsOf(by('tags', 'contains', 'old')), [2, 1])
  assert.deepEqual(await idsOf(by('metadata', 'key_equals', 'ada', 'customer')), [1])
  assert.deepEqual(await idsOf(by('input_variables', 'key_equals', 'Ada', 'name')), [1])
  assert.deepEqual(await idsOf(by('engine', 'is', 'gpt-4o-mini')), [3, 2, 1])
  assert.deepEqual(await idsOf({ q: 'hello' }), [3, 2, 1])
  assert.deepEqual(await idsOf(by('output_text', 'contains', 'HELLO')), [3, 2, 1])

  const hours = await store.db
    .selectFrom('request_hours')
    .select(({ fn }) => [
      fn.sum<number | string>('requests').as('requests'),
      fn.sum<number | string>('unpriced').as('unpriced'),
      'latency_bucket',
    ])
    .groupBy(['hour', 'provider', 'model', 'prompt_id', 'status', 'error_type', 'latency_bucket'])
    .execute()
  assert.deepEqual(
    hours.map(({ requests, unpriced, latency_bucket }) => [
      Number(requests),
      Number(unpriced),
      latency_bucket,
    ]),
    // The requests were logged without a price and without tokens.
    Array(3).fill([1, 1, latencyBucket(1500)]),
  )
})
