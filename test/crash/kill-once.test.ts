import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { apiOf } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { openDatabase, type Row } from './database.ts'
import { logEntry, trackEntry } from './log-entry.ts'
import { RestartingServer } from './restarting-server.ts'

/** Clients that log under a key and, when no answer comes, send the very same again. */

const clientCount = 16
const kills = 5
const key = 'the-key-of-the-once-crash-test'

let server: RestartingServer
let drop: () => Promise<void>
let stored: Row[]
const acknowledged = new Map<string, number>()
let retries = 0

before(async () => {
  const storage = await migratedStorage()
  const { config } = storage
  drop = storage.drop
  server = new RestartingServer({
    GALLEY_DATA: config.folder,
    DATABASE_URL: config.databaseUrl ?? undefined,
    GALLEY_API_KEY: key,
    GALLEY_LOG_LEVEL: 'error',
  })
  await server.address()
  let isOver = false
  const killing = killRepeatedly().finally(() => {
    isOver = true
  })
  const sending = Array.from({ length: clientCount }, (_, index) => logUntil(`c${index}`, () => isOver))
  await Promise.all([killing, ...sending])
  const database = await openDatabase(config)
  stored = await database.query('select id, function_name from requests')
  await database.close()
})

after(async () => {
  await server.stop()
  await drop()
})

async function killRepeatedly() {
  for (let count = 0; count < kills; count++) {
    // At any moment of the work, so there is no event to wait for.
    await delay(100 + Math.random() * 600)
    await server.kill()
  }
}

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
  const found = stored.map((row) => `${row['function_name']} ${row['id']}`)
  assert.deepEqual(found.sort(), Array.from(acknowledged, ([marker, id]) => `${marker} ${id}`).sort())
  assert.ok(retries > 0, 'no kill met a call under way')
})
