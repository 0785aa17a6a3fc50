import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiOf } from '../kit/api.ts'
import { openDatabase, type Row } from './database.ts'
import { logEntry, trackEntry } from './log-entry.ts'
import { RestartingServer } from './restarting-server.ts'

/** Clients that log with an idempotency key, and repeat a call without an answer. */

const clientCount = 16
const kills = 5
const key = 'the-key-of-the-once-crash-test'

let server: RestartingServer
let stored: Row[]
const acknowledged = new Map<string, number>()
let retries = 0

before(async () => {
  server = await RestartingServer.start(key)
  await server.killWhile(kills, (isOver) =>
    Array.from({ length: clientCount }, (_, index) => logUntil(`c${index}`, isOver)),
  )
  const database = await openDatabase(server.config)
  stored = await database.query('select id, function_name from requests')
  await database.close()
})

after(() => server.stop())

async function logUntil(client: string, isOver: () => boolean) {
  for (let count = 0; !isOver(); count++) {
    const marker = `${client}-${count}`
    const id =
      count % 2 === 0
        ? (await sendUntilAcknowledged(marker, '/log-request', logEntry(marker))).id
        : (await sendUntilAcknowledged(marker, '/track-request', trackEntry(marker))).request_id
    acknowledged.set(marker, id)
  }
}

async function sendUntilAcknowledged(marker: string, path: string, body: object) {
  for (;;) {
    const reply = await apiOf(await server.address(), key)
      .post(path, body, { 'Idempotency-Key': marker })
      .catch(() => null)
    if (reply) {
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    }
    retries++
  }
}

test('every call that was answered in the end is logged once, under the id of the answer', (context) => {
  context.diagnostic(`${acknowledged.size} logged, ${retries} calls sent again, ${kills} kills`)
  const storedMarkers = stored.map((row) => `${row['function_name']} ${row['id']}`)
  assert.deepEqual(storedMarkers.sort(), Array.from(acknowledged, ([marker, id]) => `${marker} ${id}`).sort())
  assert.ok(retries > 0, 'no kill met a call under way')
})
