import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { after, before, describe, it } from 'node:test'
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js'
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { PbfWriter } from 'pbf'
import { startApp, type TestApp } from '../kit/app.ts'
import { closedPort } from '../start/galley-process.ts'
import { newSpanId, newTraceId, readTrace } from './support/otlp.ts'
import { partialSuccessIn, protobufRequest, protobufSpan } from './support/otlp-protobuf.ts'
import { outline, requestsIn } from './support/reported-calls.ts'

const service = (signal: string, name: string) =>
  `/opentelemetry.proto.collector.${signal}.v1.${name}Service/Export`
const traces = service('trace', 'Trace')

describe('OTLP over gRPC', { timeout: 60_000 }, () => {
  let app: TestApp
  let client: Client
  let port: number
  before(async () => {
    port = await closedPort()
    app = await startApp({}, { otlpGrpcPort: port })
    client = new Client(`127.0.0.1:${port}`, credentials.createInsecure())
  })
  after(async () => {
    // The connection is still open: a stop does not wait for it.
    await app.close()
    client.close()
  })

  const call = (path: string, body: Uint8Array, headers: Readonly<Record<string, string>>) => {
    const metadata = new Metadata()
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
    return new Promise<Buffer>((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes: Buffer) => bytes,
        body,
        metadata,
        (error, reply) => (error ? reject(error) : resolve(reply!)),
      )
    })
  }
  const send = (path: string, body: Uint8Array) => call(path, body, { 'x-api-key': app.key })
  const assertRejected = async (code: number, message: RegExp, call: Promise<unknown>) =>
    assert.rejects(call, (error: ServiceError) => {
      assert.equal(error.code, code, error.message)
      assert.match(error.details, message)
      return true
    })

  for (const compression of ['gzip', 'none'])
    it(`stores what the exporter of OpenTelemetry sends, compression ${compression}`, async () => {
      const { api, key } = await app.newWorkspace()
      const metadata = new Metadata()
      metadata.set('authorization', `Bearer ${key}`)
      const exporter = new OTLPTraceExporter({
        url: `http://127.0.0.1:${port}`,
        metadata,
        compression: compression as never,
      })
      const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
      const span = provider.getTracer('test').startSpan('chat gpt-4o-mini', {
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': 'gpt-4o-mini',
          'gen_ai.usage.input_tokens': 4,
          'gen_ai.usage.output_tokens': 6,
          'gen_ai.input.messages': JSON.stringify([
            { role: 'user', parts: [{ type: 'text', content: 'Hi' }] },
          ]),
        },
      })
      span.end()
      await provider.forceFlush()
      const { spans } = await readTrace(api, span.spanContext().traceId)
      assert.equal(spans.length, 1)
      assert.deepEqual((await requestsIn(api)).map(outline), [['openai', 'gpt-4o-mini', '4+6', 'user: Hi']])
      await provider.shutdown()
      trace.disable()
    })

  it('counts rejected spans, log records and data points', async () => {
    const [id, span] = [newTraceId(), newSpanId()]
    const bad = protobufSpan('00'.repeat(16), newSpanId())
    const partial = partialSuccessIn(await send(traces, protobufRequest(protobufSpan(id, span), bad)))
    assert.equal(partial?.rejectedSpans, 1)
    assert.equal((await readTrace(app.api, id)).spans.length, 1)
    assert.equal((await send(service('logs', 'Logs'), new Uint8Array())).length, 0)
    const points = partialSuccessIn(await send(service('metrics', 'Metrics'), twoPoints()))
    assert.equal(points?.rejectedSpans, 2)
    assert.match(points?.errorMessage ?? '', /stores no metrics/)
  })

  it('refuses the same calls as OTLP over HTTP, with the codes of gRPC', async () => {
    const body = protobufRequest(protobufSpan(newTraceId(), newSpanId()))
    await assertRejected(16, /key/i, call(traces, body, {}))
    await assertRejected(16, /key/i, call(traces, body, { authorization: 'Bearer pl_other' }))
    await assertRejected(3, /OTLP protobuf/, send(traces, Buffer.from('not protobuf')))
    await assertRejected(3, /MB|bytes|large/, send(traces, new Uint8Array(40 * 1024 * 1024)))
    await assertRejected(12, /OTLP exports/, send('/a.Service/Call', body))
    const { key } = await app.newWorkspace()
    const { body: limited } = await app.api.post('/api/public/v2/api-keys', {
      name: 'slow',
      requests_per_minute: 1,
    })
    assert.ok(key && limited.key)
    await call(traces, body, { 'x-api-key': limited.key })
    // Exporters retry only this code.
    await assertRejected(14, /limited/, call(traces, body, { 'x-api-key': limited.key }))
    const { metadata } = (await call(traces, body, { 'x-api-key': limited.key }).catch(
      (error: unknown) => error,
    )) as ServiceError
    const [delay] = metadata.get('google.rpc.retryinfo-bin') as Buffer[]
    // RetryInfo with a Duration, whose first field has the seconds.
    assert.deepEqual([...delay!.subarray(0, 3)], [0x0a, 2, 0x08])
    assert.ok(delay![3]! > 1 && delay![3]! <= 60, `${delay![3]} seconds`)
    const [details] = metadata.get('grpc-status-details-bin') as Buffer[]
    assert.ok(details!.includes('type.googleapis.com/google.rpc.RetryInfo') && details!.includes(delay!))
  })

  it('ends truncated calls, and calls of a wrong length, and continues', async () => {
    const prefix = (size: number, flag = 0) => {
      const bytes = Buffer.alloc(5)
      bytes[0] = flag
      bytes.writeUInt32BE(size, 1)
      return bytes
    }
    const body = protobufRequest(protobufSpan(newTraceId(), newSpanId()))
    assert.deepEqual(await raw(port, app.key, []), '3')
    assert.deepEqual(await raw(port, app.key, [Buffer.alloc(3)]), '3')
    assert.deepEqual(await raw(port, app.key, [prefix(body.length + 1), body]), '3')
    assert.deepEqual(await raw(port, app.key, [prefix(body.length - 1), body]), '3')
    // The length prefix says 4 GB; the server refuses the message before its bytes arrive.
    assert.deepEqual(await raw(port, app.key, [prefix(0xffffffff), body], false), '3')
    // The flag says gzip, but the bytes are not compressed.
    assert.deepEqual(await raw(port, app.key, [prefix(body.length, 1), body], true, 'gzip'), '3')
    assert.deepEqual(await raw(port, app.key, [prefix(body.length, 1), body], true, 'br'), '12')
    const bytes = Buffer.concat([prefix(body.length), body])
    const single = Array.from(bytes, (byte) => Buffer.from([byte]))
    assert.deepEqual(await raw(port, app.key, single), '0')
    await disconnectMidMessage(port, app.key, prefix(body.length))
    assert.equal((await send(traces, body)).length, 0)
  })
})

/** A sum with two data points. */
function twoPoints(): Uint8Array {
  const message = (write: (writer: PbfWriter) => void) => {
    const writer = new PbfWriter()
    write(writer)
    return writer.finish()
  }
  const sum = message((writer) => {
    writer.writeBytesField(1, new Uint8Array())
    writer.writeBytesField(1, new Uint8Array())
  })
  const metric = message((writer) => writer.writeBytesField(7, sum))
  const scope = message((writer) => writer.writeBytesField(2, metric))
  const resource = message((writer) => writer.writeBytesField(2, scope))
  return message((writer) => writer.writeBytesField(1, resource))
}

/** The gRPC status of a call whose bytes the test writes itself. */
async function raw(
  port: number,
  key: string,
  parts: readonly Uint8Array[],
  isEnded = true,
  encoding = 'identity',
): Promise<unknown> {
  const session = connect(`http://127.0.0.1:${port}`)
  const stream = session.request({
    ':method': 'POST',
    ':path': traces,
    'content-type': 'application/grpc',
    'grpc-encoding': encoding,
    'x-api-key': key,
  })
  try {
    return await new Promise((resolve, reject) => {
      stream.on('error', reject)
      stream.on('response', (headers) => headers['grpc-status'] && resolve(headers['grpc-status']))
      stream.on('trailers', (headers) => resolve(headers['grpc-status']))
      for (const part of parts) stream.write(part)
      if (isEnded) stream.end()
      stream.resume()
    })
  } finally {
    session.destroy()
  }
}

/** Breaks the connection in the middle of a message. */
async function disconnectMidMessage(port: number, key: string, start: Uint8Array): Promise<void> {
  const session = connect(`http://127.0.0.1:${port}`)
  const stream = session.request({
    ':method': 'POST',
    ':path': traces,
    'content-type': 'application/grpc',
    'x-api-key': key,
  })
  stream.on('error', () => {})
  await new Promise<void>((resolve) => stream.write(start, () => resolve()))
  session.destroy()
}
