import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PbfWriter } from 'pbf'
import { appOfSuite } from '../kit/app.ts'
import { attributes, exportSpans, newSpanId, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'
import { partialSuccessIn } from './support/otlp-protobuf.ts'
import { messageLines, readBack } from './support/requests.ts'

const bare = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o-mini',
  'gen_ai.response.id': 'chatcmpl-1',
  'gen_ai.usage.input_tokens': 21,
  'gen_ai.usage.output_tokens': 5,
}

interface SpanIds {
  readonly traceId: string
  readonly spanId: string
}

const record = (span: SpanIds, eventName: string, body: object, at = 0) => ({
  ...span,
  eventName,
  timeUnixNano: String(1_795_168_800_000_000_000n + BigInt(at)),
  body: {
    kvlistValue: { values: Object.entries(body).map(([key, value]) => ({ key, value: anyValueOf(value) })) },
  },
})

const anyValueOf = (value: unknown): object =>
  typeof value === 'object'
    ? {
        kvlistValue: {
          values: Object.entries(value!).map(([key, one]) => ({ key, value: anyValueOf(one) })),
        },
      }
    : { stringValue: String(value) }

const userMessage = (span: SpanIds) => record(span, 'gen_ai.user.message', { content: 'Hello' })
const choice = (span: SpanIds) =>
  record(span, 'gen_ai.choice', { index: '0', finish_reason: 'stop', message: { content: 'Hello, Ada.' } }, 5)

const logs = (...logRecords: readonly object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })

describe('log records of model calls', () => {
  const app = appOfSuite()

  const send = async (...records: readonly object[]) => {
    const reply = await app.api.post('/v1/logs', logs(...records))
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body.partialSuccess ?? null
  }
  const newSpanIds = (): SpanIds => ({ traceId: newTraceId(), spanId: newSpanId() })
  const messagesIn = async ({ traceId }: SpanIds) => {
    const { spans } = await readTrace(app.api, traceId)
    const request = await readBack(app.api, spans[0].request_log_id)
    assert.deepEqual([request.input_tokens, request.output_tokens], [21, 5])
    return {
      said: messageLines(request.prompt_blueprint),
      events: spans[0].events.length,
      id: request.request_id,
    }
  }
  const whole = ['user: Hello', 'assistant: Hello, Ada.']

  it('become the messages of the request, whichever arrives first, and once', async () => {
    const orders: readonly ((at: SpanIds, span: object) => Promise<unknown>)[][] = [
      [(_, span) => exportSpans(app.api, span), (at) => send(userMessage(at), choice(at))],
      [(at) => send(userMessage(at), choice(at)), (_, span) => exportSpans(app.api, span)],
      [(at) => send(choice(at)), (_, span) => exportSpans(app.api, span), (at) => send(userMessage(at))],
    ]
    for (const order of orders) {
      const at = newSpanIds()
      const span = otlpSpan({ ...at, values: bare })
      for (const step of order) await step(at, span)
      const first = await messagesIn(at)
      assert.deepEqual([first.said, first.events], [whole, 2])
      for (const step of order) await step(at, span)
      assert.deepEqual(await messagesIn(at), first)
    }
  })

  it('stay on a span that is sent again with more attributes', async () => {
    const at = newSpanIds()
    await exportSpans(app.api, otlpSpan({ ...at, values: bare, milliseconds: null }))
    await send(userMessage(at), choice(at))
    await exportSpans(app.api, otlpSpan({ ...at, values: bare }))
    assert.deepEqual((await messagesIn(at)).said, whole)
  })

  it('become the messages of the request if they arrive at the same time as their span', async () => {
    const at = newSpanIds()
    await Promise.all([
      exportSpans(app.api, otlpSpan({ ...at, values: bare })),
      send(userMessage(at)),
      send(choice(at)),
    ])
    assert.deepEqual((await messagesIn(at)).said, whole)
  })

  it('are dropped if they are not about a model call, and rejected if they name no span', async () => {
    const at = newSpanIds()
    assert.equal(await send(record(at, 'my.event', {}), { body: { stringValue: 'a line' } }), null)
    assert.equal((await app.api.get(`/api/public/v2/traces/${at.traceId}`)).status, 404)
    const partial = await send(record({ traceId: '', spanId: '' }, 'gen_ai.choice', {}), userMessage(at))
    assert.equal(partial.rejectedLogRecords, 1)
    assert.match(partial.errorMessage, /trace id/)
    // Records without a span do not make a trace.
    assert.equal((await app.api.get(`/api/public/v2/traces/${at.traceId}`)).status, 404)
  })

  it('that are malformed are rejected without the others', async () => {
    const at = newSpanIds()
    await exportSpans(app.api, otlpSpan({ ...at, values: bare }))
    const partial = await send(userMessage(at), { ...userMessage(at), timeUnixNano: 'yesterday' }, choice(at))
    assert.equal(partial.rejectedLogRecords, 1)
    assert.match(partial.errorMessage, /the log record is malformed: timeUnixNano/)
    assert.deepEqual((await messagesIn(at)).said, whole)
  })

  it('are added to a span of a closed trace, and rejected for a span that the trace does not have', async () => {
    const at = newSpanIds()
    await exportSpans(app.api, otlpSpan({ ...at, values: bare }))
    assert.equal((await app.api.post(`/api/public/v2/traces/${at.traceId}/close`)).status, 201)
    const partial = await send(userMessage(at), choice(at), userMessage({ ...at, spanId: newSpanId() }))
    assert.equal(partial.rejectedLogRecords, 1)
    assert.deepEqual((await messagesIn(at)).said, whole)
  })

  it('are rejected beyond 8 MB for one span; its earlier records are kept', async () => {
    const at = newSpanIds()
    const large = (letter: string) =>
      record(at, 'gen_ai.system.message', { content: letter.repeat(3_500_000) })
    assert.equal(await send(large('a'), large('b')), null)
    assert.equal((await send(large('c'))).rejectedLogRecords, 1)
    await exportSpans(app.api, otlpSpan({ ...at, values: bare }))
    assert.equal((await messagesIn(at)).events, 2)
    assert.equal((await send(large('c'))).rejectedLogRecords, 1)
    // These records were sent before, so they are recognised.
    assert.equal(await send(large('b')), null)
    assert.equal(await send(userMessage(at)), null)
    assert.equal((await messagesIn(at)).events, 3)
  })

  it('are accepted as protobuf, with the event name as an attribute as in LiteLLM', async () => {
    const at = newSpanIds()
    await exportSpans(app.api, otlpSpan({ ...at, values: bare }))
    const event = {
      event_name: 'gen_ai.client.inference.operation.details',
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hello"}]}]',
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Hello, Ada."}]}]',
    }
    const headers = { 'Content-Type': 'application/x-protobuf', 'X-API-KEY': app.key }
    const post = (body: Uint8Array) =>
      fetch(`${app.baseUrl}/v1/logs`, { method: 'POST', headers, body: body })
    const accepted = await post(protobufLogs(at, event))
    assert.equal(accepted.status, 200)
    assert.equal((await accepted.arrayBuffer()).byteLength, 0)
    assert.deepEqual((await messagesIn(at)).said, whole)
    const refused = await post(protobufLogs({ ...at, traceId: '00' }, event))
    assert.equal(partialSuccessIn(new Uint8Array(await refused.arrayBuffer()))?.rejectedSpans, 1)
    assert.equal((await post(Uint8Array.from([0x0a, 0x05, 0x01]))).status, 422)
    assert.equal((await fetch(`${app.baseUrl}/v1/logs`, { method: 'POST', body: '{}' })).status, 401)
  })
})

const message = (write: (writer: PbfWriter) => void): Uint8Array => {
  const writer = new PbfWriter()
  write(writer)
  return writer.finish()
}
const messageWithParts = (field: number, ...parts: readonly Uint8Array[]) =>
  message((writer) => {
    for (const part of parts) writer.writeBytesField(field, part)
  })

/** opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest with one record. */
function protobufLogs({ traceId, spanId }: SpanIds, values: Readonly<Record<string, string>>): Uint8Array {
  const entries = attributes(values).map(({ key }) =>
    message((entry) => {
      entry.writeStringField(1, key)
      entry.writeBytesField(
        2,
        message((value) => value.writeStringField(1, values[key]!)),
      )
    }),
  )
  const log = message((writer) => {
    writer.writeFixed64Field(11, 1_795_168_800)
    for (const entry of entries) writer.writeBytesField(6, entry)
    writer.writeBytesField(9, Buffer.from(traceId, 'hex'))
    writer.writeBytesField(10, Buffer.from(spanId, 'hex'))
  })
  return messageWithParts(1, messageWithParts(2, messageWithParts(2, log)))
}
