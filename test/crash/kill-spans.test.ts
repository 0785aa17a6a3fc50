import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chatValues, exported, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { apiOf, successBodyOf } from '../kit/api.ts'
import { openDatabase, type Row } from './database.ts'
import { RestartingServer } from './restarting-server.ts'

/** Clients that send spans, and repeat a call without an answer, as exporters do. */

const clientCount = 8
const kills = 5
const callsInBatch = 3
const stepsInBatch = 4
const key = 'the-key-of-the-span-crash-test'

let server: RestartingServer
let spans: Row[]
let requests: Row[]
const acknowledged: string[] = []
const calls: string[] = []
let retries = 0

before(async () => {
  server = await RestartingServer.start(key)
  await server.killWhile(kills, (isOver) => Array.from({ length: clientCount }, () => sendUntil(isOver)))
  const database = await openDatabase(server.config)
  spans = await database.query('select span_id, request_id from spans')
  requests = await database.query('select id, span_id from requests')
  await database.close()
})

after(() => server.stop())

async function sendUntil(isOver: () => boolean) {
  while (!isOver()) {
    const traceId = newTraceId()
    const callSpans = Array.from({ length: callsInBatch }, () => otlpSpan({ traceId, values: chatValues }))
    const steps = Array.from({ length: stepsInBatch }, () => otlpSpan({ traceId }))
    const all = [...callSpans, ...steps]
    // Exporters use the first path, older SDKs the second.
    if (Math.random() < 0.5) await sendUntilAcknowledged('/v1/traces', exported(all))
    else await sendUntilAcknowledged('/spans-bulk', { spans: all.map(bulkSpan) })
    calls.push(...callSpans.map(({ spanId }) => spanId))
    acknowledged.push(...[...callSpans, ...steps].map(({ spanId }) => spanId))
  }
}

const bulkSpan = ({ traceId, spanId, name, startTimeUnixNano, endTimeUnixNano, attributes }: SentSpan) => ({
  name,
  context: { trace_id: traceId, span_id: spanId, trace_state: '' },
  kind: 'SpanKind.CLIENT',
  start_time: startTimeUnixNano,
  end_time: endTimeUnixNano,
  status: { status_code: 'StatusCode.OK' },
  attributes: attributes.length > 0 ? chatValues : {},
  resource: { attributes: {}, schema_url: '' },
})
type SentSpan = ReturnType<typeof otlpSpan> & { readonly traceId: string }

async function sendUntilAcknowledged(path: string, body: object) {
  for (;;) {
    const reply = await apiOf(await server.address(), key)
      .post(path, body)
      .catch(() => null)
    if (reply) {
      successBodyOf(reply)
      return
    }
    retries++
  }
}

const sorted = (values: unknown[]) => values.map(String).sort()

test('every acknowledged span is there, once, and no other', (context) => {
  context.diagnostic(`${acknowledged.length} spans acknowledged, ${retries} calls sent again, ${kills} kills`)
  assert.deepEqual(sorted(spans.map((span) => span['span_id'])), sorted(acknowledged))
  assert.ok(retries > 0, 'no kill met a call under way')
})

test('every call of a model is one request, and belongs to its span', () => {
  assert.deepEqual(sorted(requests.map((request) => request['span_id'])), sorted(calls))
  const linked = spans.flatMap((span) =>
    span['request_id'] === null ? [] : [`${span['request_id']} ${span['span_id']}`],
  )
  assert.deepEqual(
    sorted(linked),
    sorted(requests.map((request) => `${request['id']} ${request['span_id']}`)),
  )
})
