import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { unpackRaw } from '../../src/server/db/payload.ts'
import { forgetStatements } from '../../src/server/requests/insert-queries.ts'
import { findRequest } from '../../src/server/requests/queries.ts'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { chatValues, exportSpans, newSpanId, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'
import { idsIn, searchPage } from './support/request-search.ts'
import { messageLines, readBack } from './support/requests.ts'

suite('framed payloads', () => {
  const app = appOfSuite()
  const inputMessages = (text: string) =>
    JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }])

  const call = (traceId: string, text: string, fields: object = {}, responseId = newSpanId()) =>
    otlpSpan({
      traceId,
      name: 'chat',
      values: {
        ...chatValues,
        'gen_ai.input.messages': inputMessages(text),
        'gen_ai.response.id': responseId,
      },
      ...fields,
    })

  const requestsOf = async (api: Api, traceId: string): Promise<number[]> =>
    (await readTrace(api, traceId)).spans.map((span: { request_log_id: number }) => span.request_log_id)

  const payloadRow = (id: number) =>
    app.context.store.db
      .selectFrom('request_payloads')
      .select(['payload', 'frame_id', 'frame_position'])
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()

  const frame = (id: number | null) =>
    app.context.store.db
      .selectFrom('payload_frames')
      .select('frame')
      .where('id', '=', id ?? 0)
      .executeTakeFirst()

  const textOfFrame = async (id: number | null) => unpackRaw((await frame(id))!.frame).toString()

  const forget = async (workspace: number, id: number) => {
    const { store } = app.context
    await store.append(forgetStatements(store, (await findRequest(store.db, workspace as never, id))!))
  }

  const texts = ['alpha question', 'beta question', 'gamma question']

  /** Sends three calls together; returns the ids of their requests. */
  async function sendTogether(api: Api) {
    const traceId = newTraceId()
    const spans = texts.map((text, index) => call(traceId, text, { at: index * 10_000 }))
    assert.equal((await exportSpans(api, ...spans)).status, 200)
    return { traceId, ids: await requestsOf(api, traceId) }
  }

  test('calls that arrive together share a frame, and each is read and searched separately', async () => {
    const { api } = await app.newWorkspace()
    const { traceId, ids } = await sendTogether(api)
    const rows = await Promise.all(ids.map(payloadRow))
    assert.notEqual(rows[0]!.frame_id, null)
    for (const [index, row] of rows.entries())
      assert.deepEqual(
        { ...row, payload: row.payload.length },
        { payload: 0, frame_id: rows[0]!.frame_id, frame_position: index },
      )
    for (const [index, id] of ids.entries()) {
      const { prompt_blueprint } = await readBack(api, id)
      assert.deepEqual(messageLines(prompt_blueprint), [`user: ${texts[index]}`, 'assistant: Hello, Ada.'])
    }
    const { spans } = await readTrace(api, traceId)
    for (const [index, { attributes }] of spans.entries())
      assert.equal(attributes['gen_ai.input.messages'], inputMessages(texts[index]!))
    for (const search of [{ q: 'beta' }, { filter_group: within('eta quest') }]) {
      assert.deepEqual(idsIn(await searchPage(api, search)), [ids[1]])
    }
  })

  const within = (value: string) => ({
    logic: 'AND',
    filters: [{ field: 'input_text', operator: 'contains', value }],
  })

  test('a deleted request is removed from the frame that it shares', async () => {
    const { api, id: workspace } = await app.newWorkspace()
    const { traceId, ids } = await sendTogether(api)
    const [first, second, third] = ids as [number, number, number]
    const { frame_id } = await payloadRow(first)
    assert.match(await textOfFrame(frame_id), /beta/)
    await forget(workspace, second)
    assert.doesNotMatch(await textOfFrame(frame_id), /beta/)
    // The span keeps its document in a frame of its own.
    assert.equal(
      (await readTrace(api, traceId)).spans[1].attributes['gen_ai.input.messages'],
      inputMessages(texts[1]!),
    )
    for (const [id, text] of [
      [first, texts[0]],
      [third, texts[2]],
    ] as const)
      assert.equal(messageLines((await readBack(api, id)).prompt_blueprint)[0], `user: ${text}`)
    await forget(workspace, first)
    await forget(workspace, third)
    assert.equal(await frame(frame_id), undefined)
  })

  test('calls that arrive together for an older trace share a frame; a call that is sent again is removed from the frame', async () => {
    const { api } = await app.newWorkspace()
    const traceId = newTraceId()
    await exportSpans(api, otlpSpan({ traceId, name: 'agent' }))
    const spanId = newSpanId()
    await exportSpans(
      api,
      call(traceId, 'delta', { at: 10 }),
      call(traceId, 'epsilon', { at: 10_000, spanId, milliseconds: null }),
      call(traceId, 'zeta', { at: 20_000 }),
    )
    const [, ...ids] = await requestsOf(api, traceId)
    const [first, again] = [await payloadRow(ids[0]!), await payloadRow(ids[1]!)]
    assert.notEqual(first.frame_id, null)
    assert.equal(again.frame_id, first.frame_id)
    await exportSpans(api, call(traceId, 'eta', { at: 10_000, spanId }))
    assert.equal((await payloadRow(ids[1]!)).frame_id, null)
    assert.equal(messageLines((await readBack(api, ids[1]!)).prompt_blueprint)[0], 'user: eta')
    assert.match(await textOfFrame(first.frame_id), /delta[\s\S]*zeta/)
    assert.doesNotMatch(await textOfFrame(first.frame_id), /epsilon/)
  })

  test('a call that is stored already, or is reported twice, is left out of the frame', async () => {
    const { api } = await app.newWorkspace()
    const traceId = newTraceId()
    const texts = ['one', 'two', 'three', 'four']
    const spans = texts.map((text, index) => call(traceId, text, { at: index * 10_000 }, text))
    await exportSpans(api, spans[0]!)
    const parentSpanId = spans[3]!.spanId
    const duplicate = call(traceId, 'four again', { parentSpanId, at: 30_001 }, 'four')
    const scopes = [
      { scope: { name: 'test' }, spans },
      { scope: { name: 'another instrumentation' }, spans: [duplicate] },
    ]
    assert.equal((await api.post('/v1/traces', { resourceSpans: [{ scopeSpans: scopes }] })).status, 200)
    const ids = [...new Set(await requestsOf(api, traceId))]
    const rows = await Promise.all(ids.map(payloadRow))
    assert.deepEqual(
      rows.map(({ frame_position }) => frame_position),
      [null, 0, 1, 2],
    )
    const text = await textOfFrame(rows[1]!.frame_id)
    assert.match(text, /two[\s\S]*three[\s\S]*four/)
    assert.doesNotMatch(text, /one|four again/)
    for (const [index, id] of ids.entries())
      assert.equal(messageLines((await readBack(api, id)).prompt_blueprint)[0], `user: ${texts[index]}`)
  })
})
