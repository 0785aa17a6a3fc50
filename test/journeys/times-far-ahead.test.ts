import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'
import { logCall } from './support/requests.ts'

const v2 = '/api/public/v2'
/** The latest time that OTLP can express, in the year 2554. */
const latest = String(2n ** 64n - 1n)

suite('times that are more than a day ahead', () => {
  const app = appOfSuite()

  const isRecent = (time: string | number) => Math.abs(new Date(time).getTime() - Date.now()) < 600_000

  test('of spans are sorted as their time of arrival, and are read as they were sent', async () => {
    const { api } = await app.newWorkspace()
    const sent = { startTimeUnixNano: latest, endTimeUnixNano: latest }
    const span = otlpSpan({ traceId: newTraceId(), values: chatValues, ...sent })
    assert.deepEqual((await exportSpans(api, span)).body, {})
    // The same span changes nothing.
    assert.deepEqual((await exportSpans(api, span)).body, {})
    const now = String(BigInt(Date.now() + 5_000) * 1_000_000n)
    const later = otlpSpan({ traceId: newTraceId(), startTimeUnixNano: now, endTimeUnixNano: now })
    await exportSpans(api, later)

    const { items } = (await api.post(`${v2}/traces/search`, {})).body
    assert.deepEqual(
      items.map(({ trace_id }: { trace_id: string }) => trace_id),
      [later.traceId, span.traceId],
    )
    assert.ok(isRecent(items[1].started_at), items[1].started_at)
    assert.equal(items[1].duration_ms, 0)
    const [read] = (await readTrace(api, span.traceId)).spans
    assert.deepEqual([read.start_time, read.end_time], [latest, latest])
    const request = (await api.get(`${v2}/requests/${read.request_log_id}`)).body
    assert.ok(isRecent(request.request_start_time), request.request_start_time)
  })

  test('of logged requests become the time of arrival, and the latency is unchanged', async () => {
    const { api } = await app.newWorkspace()
    const body = {
      ...logCall(),
      request_start_time: '2554-07-21T23:34:33Z',
      request_end_time: '2554-07-21T23:34:35Z',
    }
    const { status, body: answer } = await api.post('/log-request', body)
    assert.equal(status, 200, JSON.stringify(answer))
    const request = (await api.get(`${v2}/requests/${answer.id}`)).body
    assert.ok(isRecent(request.request_start_time), request.request_start_time)
    const latency = Date.parse(request.request_end_time) - Date.parse(request.request_start_time)
    assert.equal(latency, 2_000)
  })
})
