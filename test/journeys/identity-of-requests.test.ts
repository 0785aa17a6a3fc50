import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { openDatabase } from '../crash/database.ts'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { testEngine } from '../kit/engine.ts'
import { until } from '../kit/until.ts'
import { chatValues, exportSpans, newSpanId, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'
import { endedDeletion } from './support/person-deletion.ts'
import { idsIn, searchPage } from './support/request-search.ts'

const v2 = '/api/public/v2'
const start = 1_795_168_800_000

/** A run of a framework such as Agno, whose root span alone names session and user. */
function agentRun(user: string, session: string) {
  const traceId = newTraceId()
  const spanId = newSpanId()
  const call = (values: Readonly<Record<string, string>> = {}) =>
    otlpSpan({ traceId, parentSpanId: spanId, name: 'chat', values: { ...chatValues, ...values } })
  const root = otlpSpan({ traceId, spanId, values: { 'user.id': user, 'session.id': session } })
  return { traceId, root, call }
}

/** A call within a span, as the vendor's SDK reports it. */
const tracked = (spanId: string, at: number) => ({
  function_name: 'openai.chat.completions.create',
  provider_type: 'openai',
  args: [],
  kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] },
  request_response: { choices: [{ message: { role: 'assistant', content: 'x' } }] },
  request_start_time: new Date(start + at).toISOString(),
  request_end_time: new Date(start + at + 100).toISOString(),
  span_id: spanId,
})

async function send(api: Api, ...spans: readonly unknown[]) {
  const { status, body } = await exportSpans(api, ...spans)
  assert.deepEqual([status, body], [200, {}])
}

async function search(api: Api, key: string, value: string): Promise<number[]> {
  const filters = [{ field: 'metadata', operator: 'key_equals', nested_key: key, value }]
  return idsIn(await searchPage(api, { filter_group: { filters } }))
}

/** Polls until the result matches. Listing traces starts the summariser, which otherwise runs every 2 s. */
const pollSummarised = <T>(
  api: Api,
  fetchResult: () => Promise<T>,
  isExpected: (answer: T) => boolean,
): Promise<T> =>
  until(async () => {
    await api.post(`${v2}/traces/search`, {})
    return fetchResult()
  }, isExpected)

const pollSearch = (api: Api, key: string, value: string, count: number) =>
  pollSummarised(
    api,
    () => search(api, key, value),
    ({ length }) => length === count,
  )

/** The values of a key of metadata, each with its number of requests. */
async function valuesOf(api: Api, key: string): Promise<[string, number][]> {
  const facets = [{ field: 'metadata', nested_key: key }]
  const { body } = await api.post(`${v2}/requests/facets`, { facets })
  return body.facets[0].values.map(({ value, requests }: { value: string; requests: number }) => [
    value,
    requests,
  ])
}

suite('the user and session of the requests of a trace', () => {
  const app = appOfSuite()

  test('are those of the trace, if they have none of their own', async () => {
    const { api } = await app.newWorkspace()
    const { root, call } = agentRun('ada', 'chat-1')
    await send(api, call(), root, call({ 'user.id': 'grace' }))
    const [inherited] = await search(api, 'user_id', 'ada')
    const [own] = await search(api, 'user_id', 'grace')
    assert.deepEqual(await search(api, 'conversation_id', 'chat-1'), [own, inherited])
    assert.deepEqual(await valuesOf(api, 'user_id'), [
      ['ada', 1],
      ['grace', 1],
    ])
  })

  test('are corrected when the root span arrives after the calls', async () => {
    const { api } = await app.newWorkspace()
    const { root, call } = agentRun('alan', 'chat-2')
    const own = call({ 'session.id': 'own' })
    await send(api, ...Array.from({ length: 120 }, () => call()), own)
    assert.deepEqual(await search(api, 'user_id', 'alan'), [])
    await send(api, root)
    await pollSummarised(
      api,
      () => valuesOf(api, 'user_id'),
      ([alan]) => alan?.[1] === 121,
    )
    assert.deepEqual(await valuesOf(api, 'conversation_id'), [
      ['chat-2', 120],
      ['own', 1],
    ])
    const listed = (await api.post(`${v2}/traces/search`, {})).body.items
    assert.deepEqual(
      listed.map(({ user_id, session_id, request_count }: Record<string, unknown>) => [
        user_id,
        session_id,
        request_count,
      ]),
      [['alan', 'chat-2', 121]],
    )
  })

  test('are those of a root span that arrived before the call', async () => {
    const { api } = await app.newWorkspace()
    const { root, call } = agentRun('barbara', 'chat-3')
    await send(api, root)
    await send(api, call())
    await pollSearch(api, 'user_id', 'barbara', 1)
  })

  test('are those of an enclosing step, but not those of another call', async () => {
    const { api } = await app.newWorkspace()
    const traceId = newTraceId()
    const [spanId, parentSpanId] = [newSpanId(), newSpanId()]
    const call = { ...chatValues, 'user.id': 'john', 'session.id': 'own' }
    const step = { 'user.id': 'niklaus' }
    await send(
      api,
      otlpSpan({ traceId, parentSpanId, values: call }),
      otlpSpan({ traceId, parentSpanId, values: chatValues }),
      otlpSpan({ traceId, spanId: parentSpanId, parentSpanId: spanId, name: 'agent', values: step }),
      otlpSpan({ traceId, spanId, name: 'POST /chat' }),
    )
    await pollSearch(api, 'user_id', 'niklaus', 1)
    assert.equal((await search(api, 'conversation_id', 'own')).length, 1)
    const [listed] = (await api.post(`${v2}/traces/search`, {})).body.items
    assert.deepEqual([listed.user_id, listed.session_id], ['niklaus', 'own'])
  })

  test('are the ones of a later call of the tracking API, even if the span is sent again', async () => {
    const { api } = await app.newWorkspace()
    const { root, call } = agentRun('edsger', 'chat-4')
    const sent = call()
    await send(api, sent, root)
    const [request] = await pollSearch(api, 'user_id', 'edsger', 1)
    const metadata = { user_id: 'tony', conversation_id: 'own' }
    const { status } = await api.post('/rest/track-metadata', { request_id: request, metadata })
    assert.equal(status, 200)
    await send(api, { ...sent, name: 'chat again' }, root)
    assert.deepEqual((await api.get(`${v2}/requests/${request}`)).body.metadata, metadata)
  })

  test('are those of the trace for a call that names its span, if the call is within the span', async () => {
    const { api } = await app.newWorkspace()
    const { traceId, root } = agentRun('donald', 'chat-5')
    const [near, far] = [newSpanId(), newSpanId()]
    await send(api, root, otlpSpan({ traceId, spanId: near }), otlpSpan({ traceId, spanId: far }))
    for (const [spanId, at] of [
      [far, 60_000],
      [near, 10],
    ] as const)
      assert.equal((await api.post('/track-request', tracked(spanId, at))).status, 200)
    const [request] = await pollSearch(api, 'user_id', 'donald', 1)
    const { spans } = await readTrace(api, traceId)
    const named = spans.find(({ request_log_id }: { request_log_id: number }) => request_log_id === request)
    assert.equal(named.context.span_id, near)
  })

  test('are given to requests of earlier versions by migration 112', async (context) => {
    const { api } = await app.newWorkspace()
    const { traceId, root, call } = agentRun('barbara', 'chat-7')
    await send(api, call(), root)
    const [request] = await pollSearch(api, 'user_id', 'barbara', 1)
    const database = await openDatabase(app.context.config)
    context.after(database.close)
    // As an earlier version left them: the trace has user and session, its request has neither.
    const stated = JSON.stringify({ session: 'chat-7', user: 'barbara', metadata: {} })
    await database.script(
      `update traces set stated = '${stated}', due_at = null where trace_id = '${traceId}'`,
    )
    await database.script(`update requests set metadata = '{}', facets = '[]' where id = ${request}`)
    const read = async () => (await api.get(`${v2}/requests/${request}`)).body.metadata
    assert.deepEqual(await read(), {})
    await database.script(
      readFileSync(
        new URL(
          `../../src/server/db/migrations/${testEngine()}/0112_identity_of_older_requests.sql`,
          import.meta.url,
        ),
        'utf8',
      ),
    )
    const metadata = await pollSummarised(api, read, ({ user_id }) => user_id !== undefined)
    assert.deepEqual(metadata, { user_id: 'barbara', conversation_id: 'chat-7' })
  })

  test('are deleted with the person', async () => {
    const { api } = await app.newWorkspace()
    const { root, call } = agentRun('margaret', 'chat-6')
    await send(api, call(), call())
    await send(api, root)
    await pollSearch(api, 'user_id', 'margaret', 2)
    const { body } = await api.post(`${v2}/person-deletions`, { identifiers: ['margaret'] })
    const { deleted } = await endedDeletion(api, body.person_deletion.id)
    assert.deepEqual([deleted.traces, deleted.requests], [1, 2])
    assert.deepEqual(await search(api, 'conversation_id', 'chat-6'), [])
  })
})
