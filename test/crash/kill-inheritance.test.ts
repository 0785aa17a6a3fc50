import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { chatValues, exported, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { RestartingServer } from './restarting-server.ts'

/** A server that is killed after it stored a root span with user and session, and before the calls of the trace have both. */

const kills = 2
const callsInTrace = 120
const key = 'the-key-of-the-inheritance-crash-test'

let server: RestartingServer

before(async () => {
  server = await RestartingServer.start(key)
})

after(() => server.stop())

const api = async (): Promise<Api> => apiOf(await server.address(), key)

async function sendCallsThenRoot(): Promise<void> {
  const traceId = newTraceId()
  const root = otlpSpan({ traceId, values: { 'user.id': 'customer-42', 'session.id': 'morning' } })
  const calls = Array.from({ length: callsInTrace }, () =>
    otlpSpan({ traceId, parentSpanId: root.spanId, values: chatValues }),
  )
  for (const spans of [calls, [root]])
    assert.deepEqual((await (await api()).post('/v1/traces', exported(spans))).body, {})
}

async function callsOf(user: string): Promise<number> {
  const { body } = await (await api()).post('/api/public/v2/requests/search', {
    filter_group: {
      filters: [{ field: 'metadata', nested_key: 'user_id', operator: 'key_equals', value: user }],
    },
  })
  return body.total
}

test('requests take user and session of their trace after a kill', async () => {
  for (let count = 0; count < kills; count++) {
    await sendCallsThenRoot()
    await server.kill()
  }
  const all = kills * callsInTrace
  for (let attempt = 0; attempt < 300 && (await callsOf('customer-42')) < all; attempt++) await delay(100)
  assert.equal(await callsOf('customer-42'), all)
})
