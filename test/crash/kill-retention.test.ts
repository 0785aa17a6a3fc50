import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { chatValues, exported, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { logCall } from '../journeys/support/requests.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { type Database, openDatabase, type Row } from './database.ts'
import { RestartingServer } from './restarting-server.ts'

/**
 * Retention deletes in small steps. Killed between two steps or within one, it continues, and deletes only what its rules
 * select.
 */

const key = 'the-key-of-the-retention-crash-test'
const path = '/api/public/v2/retention'
const day = 86_400_000
const requests = 600
const traces = 20
const kills = 4
const rules = [
  { tag: null, days: 30 },
  { tag: 'debug', days: 60 },
  { tag: 'hold', days: null },
]

let server: RestartingServer
let database: Database
let expectedIds: number[]
let expectedTraces: string[]
let preview: { requests: number; traces: number }
let left: Row[]
let leftTraces: Row[]
/** The number of requests after each kill. */
const countsAfterKills: number[] = []
let all: number

const api = async (): Promise<Api> => apiOf(await server.address(), key)
const ids = (rows: readonly Row[]) => rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
const count = async () => (await database.query('select id from requests')).length

before(async () => {
  server = await RestartingServer.start(key)
  const heldRequests = await logAll()
  database = await openDatabase(server.config)
  await database.query('select 1')
  await server.kill()
  await makeOld(server.config.databaseUrl !== null)
  const old = new Set(ids(await database.query('select id from requests where id % 5 <> 0')))
  const tagsOf = new Map(
    (await database.query('select id, tags from requests')).map(({ id, tags }) => [
      Number(id),
      JSON.parse(String(tags)) as string[],
    ]),
  )
  all = tagsOf.size
  expectedIds = [...tagsOf]
    .filter(([id, tags]) => !old.has(id) || tags.includes('hold') || tags.includes('debug'))
    .map(([id]) => id)
    .sort((a, b) => a - b)
  const spans = await database.query('select trace_id, request_id from spans')
  expectedTraces = [
    ...new Set(
      spans
        .filter(({ request_id }) => request_id !== null && expectedIds.includes(Number(request_id)))
        .map(({ trace_id }) => String(trace_id)),
    ),
  ].sort()
  assert.ok(heldRequests.every((trace) => expectedTraces.includes(trace)))
  preview = (await (await api()).post(`${path}/preview`, { rules })).body
  assert.equal((await (await api()).put(path, { rules })).status, 200)
  await killUntilDone()
  left = await database.query('select id from requests')
  leftTraces = await database.query('select trace_id from traces')
})

after(async () => {
  await database.close()
  await server.stop()
})

/** Returns the traces with held requests. */
async function logAll(): Promise<string[]> {
  const client = await api()
  const tags = [[], ['debug'], ['hold'], ['other'], ['debug', 'hold'], [], []]
  for (let first = 0; first < requests; first += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const body = logCall({ tags: tags[(first + index) % tags.length], score: 50, metadata: { a: 'b' } })
        assert.equal((await client.post('/log-request', body)).status, 200)
      }),
    )
  const heldTraces: string[] = []
  for (let index = 0; index < traces; index++) {
    const traceId = newTraceId()
    const isHeld = index % 4 === 0
    if (isHeld) heldTraces.push(traceId)
    const values = { ...chatValues, ...(isHeld && { 'promptlayer.tags': ['hold'] }) }
    const steps = Array.from({ length: 30 }, () => otlpSpan({ traceId }))
    const spans = index % 4 === 1 ? steps : [otlpSpan({ traceId, values }), ...steps]
    assert.equal((await client.post('/v1/traces', exported(spans))).status, 200)
  }
  // Waits until the embedded engine has indexed everything.
  assert.equal((await client.post('/api/public/v2/requests/search', {})).status, 200)
  return heldTraces
}

/** Moves four of five requests, and all traces, back by 40 days. */
async function makeOld(isPostgres: boolean) {
  const then = 40 * day
  if (isPostgres)
    await database.script(`select make_request_month(created_at - ${then}) from requests;
      update request_payloads set created_at = created_at - ${then} where request_id % 5 <> 0;`)
  await database.script(`update requests set created_at = created_at - ${then} where id % 5 <> 0;
    update traces set updated_at = updated_at - ${then};`)
}

async function killUntilDone() {
  for (let kill = 0; kill < kills; kill++) {
    const before = await count()
    for (let attempt = 0; attempt < 500 && (await count()) === before; attempt++) await delay(5)
    // The kill comes at a random moment of the job.
    await delay(Math.random() * 10)
    await server.kill()
    countsAfterKills.push(await count())
    // Ends the lease of the killed process, instead of waiting for it to expire.
    await database.script("update jobs set ready_at = 0 where kind = 'retention'")
    if (countsAfterKills.at(-1) === expectedIds.length) break
  }
  const isDone = async () => {
    const { body } = await (await api()).post(`${path}/preview`, { rules })
    return body.requests === 0 && body.traces === 0
  }
  while (!(await isDone())) await delay(100)
}

test('kept requests are complete, and expired ones are deleted', (context) => {
  context.diagnostic(`${all} requests; after each kill: ${countsAfterKills.join(', ')}`)
  assert.deepEqual(ids(left), expectedIds)
  assert.deepEqual(leftTraces.map(({ trace_id }) => String(trace_id)).sort(), expectedTraces)
  assert.ok(
    countsAfterKills.some((number) => number < all && number > expectedIds.length),
    'no kill met the work half done',
  )
})

test('exactly the previewed requests and traces were deleted', () => {
  assert.equal(preview.requests, all - expectedIds.length)
  assert.equal(preview.traces, traces - expectedTraces.length)
})

test('dependent rows are deleted or kept with their request', async () => {
  for (const table of ['request_payloads', 'request_facets', 'request_scores']) {
    const rows = await database.query(`select distinct request_id as id from ${table}`)
    const lost = ids(rows).filter((id) => !expectedIds.includes(id))
    assert.deepEqual(lost, [], table)
  }
  const payloads = await database.query('select request_id as id from request_payloads')
  assert.deepEqual(ids(payloads), expectedIds)
  const [hours] = await database.query('select sum(requests) as requests from request_hours')
  assert.equal(Number(hours!['requests']), expectedIds.length)
  const spans = await database.query('select distinct trace_id from spans')
  assert.deepEqual(spans.map(({ trace_id }) => String(trace_id)).sort(), expectedTraces)
  const search = await (await api()).post('/api/public/v2/requests/search', {
    filter_group: { filters: [{ field: 'tags', operator: 'contains', value: 'other' }] },
  })
  assert.equal(
    search.body.total,
    (await database.query(`select id from requests where tags like '%other%'`)).length,
  )
})
