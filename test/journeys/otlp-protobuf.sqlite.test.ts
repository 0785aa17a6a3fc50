import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { newSpanId, newTraceId, readTrace } from './support/otlp.ts'
import { partialSuccessIn, protobufRequest, protobufSpan, statusIn } from './support/otlp-protobuf.ts'

suite('OTLP as protobuf', () => {
  const app = appOfSuite()

  const send = async (body: Uint8Array, headers: Record<string, string> = {}, path = '/v1/traces') => {
    const answer = await fetch(app.baseUrl + path, {
      method: 'POST',
      headers: { 'X-Api-Key': app.key, 'Content-Type': 'application/x-protobuf', ...headers },
      body: body as never,
    })
    assert.equal(answer.headers.get('content-type'), 'application/x-protobuf')
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  test('stores spans, and counts rejected spans', async () => {
    const traceId = newTraceId()
    const well = protobufSpan(traceId, newSpanId(), 'well')
    const { status, bytes } = await send(protobufRequest(well))
    assert.deepEqual([status, partialSuccessIn(bytes)], [200, null])
    const other = protobufSpan(traceId, newSpanId(), 'as well')
    const partly = await send(protobufRequest(protobufSpan(traceId, '0000000000000000'), other))
    assert.equal(partly.status, 200)
    const partialSuccess = partialSuccessIn(partly.bytes)!
    assert.equal(partialSuccess.rejectedSpans, 1)
    assert.match(partialSuccess.errorMessage, /span id/)
    const { spans } = await readTrace(app.api, traceId)
    assert.deepEqual(spans.map(({ name }: { name: string }) => name).sort(), ['as well', 'well'])
  })

  test('refuses every fault with google.rpc.Status', async () => {
    const traceId = newTraceId()
    const late = protobufRequest(protobufSpan(traceId, newSpanId()))
    await send(late, {}, '/v1/traces?close_after=true')
    const nothing = new Uint8Array()
    const cases: [Uint8Array, Record<string, string>, string, number, number][] = [
      [nothing, { 'X-Api-Key': 'nobody' }, '', 401, 16],
      [nothing, {}, '?close_after=perhaps', 422, 3],
      [Buffer.from([0xff, 0xff]), {}, '', 422, 3],
      [nothing, { 'Content-Encoding': 'br' }, '', 415, 3],
      [protobufRequest(protobufSpan(traceId, newSpanId())), {}, '', 409, 9],
      [Buffer.alloc(33 * 1024 * 1024), {}, '', 413, 3],
    ]
    for (const [body, headers, query, status, code] of cases) {
      const answer = await send(body, headers, `/v1/traces${query}`)
      assert.equal(answer.status, status)
      const grpcStatus = statusIn(answer.bytes)
      assert.equal(grpcStatus.code, code, grpcStatus.message)
      assert.ok(grpcStatus.message)
    }
  })
})
