import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { searchPage } from '../journeys/support/request-search.ts'
import { logCall } from '../journeys/support/requests.ts'
import { apiOf } from '../kit/api.ts'
import { type Database, openDatabase } from './database.ts'
import { RestartingServer } from './restarting-server.ts'

/** Clients log and search while the server is killed during indexing. */

const clientCount = 16
const kills = 4
/** The number of log calls answered before each kill. */
const minAnswered = 30
const key = 'the-key-of-the-index-crash-test'

let server: RestartingServer
let database: Database
const acknowledged: number[] = []

before(async () => {
  server = await RestartingServer.start(key)
  const log = (isOver: () => boolean) => Array.from({ length: clientCount }, () => logUntil(isOver))
  await server.killWhile(kills, log, untilAnswered)
  await searchUntilFound()
  database = await openDatabase(server.config)
  // The last server indexes the pending requests.
  while ((await database.query('select 1 from request_arrivals limit 1')).length > 0) await delay(50)
})

after(async () => {
  await database.close()
  await server.stop()
})

async function untilAnswered(kill: number) {
  await delay(300 + Math.random() * 600)
  // On a busy machine a server that has just started may have answered nothing yet.
  const answered = kill * minAnswered
  for (let wait = 0; wait < 3_000 && acknowledged.length < answered; wait++) await delay(10)
}

async function logUntil(isOver: () => boolean) {
  while (!isOver()) {
    const api = apiOf(await server.address(), key)
    const reply = await api
      .post('/log-request', logCall({ tags: ['kept'], metadata: { number: String(Math.random()) } }))
      .catch(() => null)
    if (reply?.status === 200) acknowledged.push(reply.body.id)
  }
}

const tagged = { filter_group: { filters: [{ field: 'tags', operator: 'contains', value: 'kept' }] } }

/** At any state of the index a search finds all requests; a total that took too long to count says so. */
async function searchUntilFound() {
  const page = await searchPage(apiOf(await server.address(), key), tagged)
  const least = page.total_is_exact ? Math.min(acknowledged.length, 10_000) : page.items.length
  assert.ok(page.total >= least, `${page.total} of ${acknowledged.length}`)
}

const numberOf = async (sql: string): Promise<number> => Number((await database.query(sql))[0]!['n'])

test('the index has every request that was acknowledged', async () => {
  assert.ok(acknowledged.length > 100, `${acknowledged.length} requests were acknowledged`)
  const posted = new Set(
    (await database.query(`select request_id from request_facets where value = 'kept'`)).map(
      (row) => row['request_id'],
    ),
  )
  assert.deepEqual(
    acknowledged.filter((id) => !posted.has(id)),
    [],
  )
})

test('every request is in the index once: in the facets, the words and the sums', async () => {
  const requests = await numberOf('select count(*) as n from requests')
  assert.equal(await numberOf('select sum(requests) as n from request_hours'), requests)
  assert.equal(await numberOf(`select count(*) as n from request_facets where value = 'kept'`), requests)
  assert.equal(
    await numberOf(`select count(*) as n from request_words where request_words match 'hello'`),
    requests,
  )
  const strangers = `select count(*) as n from request_facets where request_id not in (select id from requests)`
  assert.equal(await numberOf(strangers), 0)
})
