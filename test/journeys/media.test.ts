import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { mediaTypes } from '../../src/engine/media/index.ts'
import { deleteRequests } from '../../src/server/requests/index.ts'
import { findOriginal } from '../../src/server/requests/queries.ts'
import { deleteTrace } from '../../src/server/traces/index.ts'
import { readSpans } from '../../src/server/traces/page-queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { chatValues, exportSpans, newSpanId, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'
import { log, logCall, originalOf, readBack } from './support/requests.ts'
import { chat } from './support/templates.ts'

type World = Awaited<ReturnType<TestApp['newWorkspace']>>

const beginning = (signature: string) =>
  Buffer.concat([Buffer.from(signature, 'latin1'), randomBytes(13_000)])
const gif = () => beginning('GIF89a')
const wav = beginning('RIFF\0\0\0\0WAVE').toString('base64')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const withText = (text: string) => ({ prompt_input_variables: { text } })

describe('media of a logged request', () => {
  const app = appOfSuite()
  let world: World
  before(async () => {
    world = await app.newWorkspace()
  })

  const payloadOf = async (id: number, { id: workspace }: World = world) =>
    (await findOriginal(app.context.store, workspace as WorkspaceId, id)).toString()
  const storedMedia = ({ id: workspace }: World) =>
    app.context.store.db.selectFrom('media').select('sha256').where('workspace_id', '=', workspace).execute()
  const send = async (text: string): Promise<number> => {
    return bodyOf(await world.api.post('/log-request', text)).id
  }
  const download = (hash: string, key: string) =>
    fetch(`${app.baseUrl}/api/public/v2/media/${hash}`, { headers: { 'X-Api-Key': key } })

  const picture = gif()
  const base64 = picture.toString('base64')
  const dataUrl = `data:image/gif;base64,${base64}`
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><script>${'alert(1);'.repeat(2_000)}</script></svg>`,
  )

  const extracted: Record<string, string> = {
    'a data URL': dataUrl,
    'bare base64': base64,
    'a data URL in a longer text': `See ![](${dataUrl}) and <img src='${dataUrl}'>.`,
    'base64 in JSON in a string': JSON.stringify(JSON.stringify({ image: { data: base64 } })),
    'a data URL that lies about its type': `data:image/png;base64,${base64}`,
    'SVG in a data URL': `data:image/svg+xml;base64,${svg.toString('base64')}`,
    'one picture many times': dataUrl.repeat(1_000),
  }
  for (const [name, text] of Object.entries(extracted))
    it(`are stored apart from the body and restored when it is read: ${name}`, async () => {
      const sent = JSON.stringify(logCall(withText(text)))
      const id = await send(sent)
      assert.equal(await payloadOf(id), sent)
      const stored = (await originalOf(app, id)).toString()
      assert.ok(stored.length < sent.length / 15, stored.slice(0, 2_000))
      JSON.parse(stored)
      const request = await readBack(world.api, id)
      assert.deepEqual(request.prompt_input_variables, { text })
      assert.equal(request.media.length, 1)
    })

  const odd = (change: (text: string) => string) => `data:image/gif;base64,${change(base64)}`
  const notExtracted: Record<string, string> = {
    'an invalid character': odd((text) => text.replace(/.{60}$/, '*'.repeat(60))).replace(
      /^(.{9000})./,
      '$1*',
    ),
    'line breaks': odd((text) => text.replace(/.{76}/g, '$&\n')),
    'the URL-safe alphabet': odd((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    'without its padding': odd((text) => text.replace(/=*$/, '')),
    'bits after the last byte': `data:;base64,${Buffer.alloc(13_000).toString('base64').replace('A==', 'B==')}`,
    'bare base64 of an unknown type': Buffer.alloc(15_000, 'x').toString('base64'),
    'less than 16 kB': `data:image/gif;base64,${picture.subarray(0, 12_000).toString('base64')}`,
    'the text of a reference beside it': `galley-media:${hashOf(picture)} ${dataUrl}`,
  }
  for (const [name, text] of Object.entries(notExtracted))
    it(`stay in the body: ${name}`, async () => {
      const sent = JSON.stringify(logCall(withText(text)))
      const id = await send(sent)
      assert.equal((await originalOf(app, id)).toString(), sent)
      assert.deepEqual((await readBack(world.api, id)).media, [])
    })

  it('are read as references on request, and downloaded by their hash', async () => {
    const image = { type: 'image_url', image_url: { url: dataUrl } }
    const id = await log(world.api, { input: chat({ role: 'user', content: [image] }) })
    const urlIn = (request: {
      prompt_blueprint: { prompt_template: { messages: { content: (typeof image)[] }[] } }
    }) => request.prompt_blueprint.prompt_template.messages[0]!.content[0]!.image_url.url
    assert.equal(urlIn(await readBack(world.api, id)), dataUrl)
    const { body } = await world.api.get(`/api/public/v2/requests/${id}?media=references`)
    const sha256 = hashOf(picture)
    assert.equal(urlIn(body), `data:image/gif;base64,galley-media:${sha256}`)
    assert.deepEqual(body.media, [{ sha256, type: 'image/gif', size: picture.length }])
    const answer = await download(sha256, world.key)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), picture)
    const header = (name: string) => answer.headers.get(name)
    assert.equal(header('content-type'), 'image/gif')
    assert.equal(header('x-content-type-options'), 'nosniff')
    assert.equal(header('content-security-policy'), "default-src 'none'; sandbox")
    assert.match(header('content-disposition')!, /^inline/)
    assert.equal(header('cache-control'), 'private, no-cache')
    const other = await app.newWorkspace()
    assert.equal((await download(sha256, other.key)).status, 404)
    assert.equal((await download(sha256.toUpperCase(), world.key)).status, 404)
    assert.equal((await download('%00', world.key)).status, 404)
  })

  const served: Record<string, [bytes: Buffer, type: string, disposition: RegExp]> = {
    'SVG as a download without a type': [svg, 'application/octet-stream', /^attachment/],
    'HTML as a download without a type': [
      Buffer.from(`<!doctype html>${'<script>alert(1)</script>'.repeat(600)}`),
      'application/octet-stream',
      /^attachment/,
    ],
    'PDF as a download': [beginning('%PDF-1.7'), 'application/pdf', /^attachment/],
    'a recording inline': [beginning('RIFF\0\0\0\0WAVE'), 'audio/wav', /^inline/],
  }
  for (const [name, [bytes, type, disposition]] of Object.entries(served))
    it(`are served with the type that their bytes show: ${name}`, async () => {
      await log(world.api, withText(`data:image/png;base64,${bytes.toString('base64')}`))
      const answer = await download(hashOf(bytes), world.key)
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
      assert.equal(answer.headers.get('content-type'), type)
      assert.ok(mediaTypes.includes(type))
      assert.match(answer.headers.get('content-disposition')!, disposition)
    })

  it('are stored once in a workspace and deleted with the last request that has them', async () => {
    const [own, other] = [await app.newWorkspace(), await app.newWorkspace()]
    const text = `data:image/gif;base64,${gif().toString('base64')}`
    const ids = [await log(own.api, withText(text)), await log(own.api, withText(`${text} ${dataUrl}`))]
    await log(other.api, withText(text))
    assert.equal((await storedMedia(own)).length, 2)
    const remove = (id: number) => deleteRequests(app.context.store, own.id as WorkspaceId, [id])
    await remove(ids[1]!)
    assert.equal((await storedMedia(own)).length, 1)
    assert.deepEqual((await readBack(own.api, ids[0]!)).prompt_input_variables, { text })
    await remove(ids[0]!)
    assert.deepEqual(await storedMedia(own), [])
    assert.equal((await storedMedia(other)).length, 1)
  })

  it('are complete while other requests with the same picture are logged and deleted', async () => {
    const own = await app.newWorkspace()
    const text = `data:image/gif;base64,${gif().toString('base64')}`
    const logAndDelete = async (api: Api) => {
      for (let round = 0; round < 6; round++) {
        const id = await log(api, withText(text))
        assert.deepEqual((await readBack(api, id)).prompt_input_variables, { text })
        await deleteRequests(app.context.store, own.id as WorkspaceId, [id])
      }
    }
    await Promise.all(Array.from({ length: 12 }, () => logAndDelete(own.api)))
    assert.deepEqual(await storedMedia(own), [])
  })

  it('are not stored if a masking rule drops them', async () => {
    const own = await app.newWorkspace()
    const target = { kind: 'path', path: '$.prompt_input_variables.text' }
    const rules = [{ name: 'pictures', action: 'drop', target }]
    assert.equal((await own.api.put('/api/public/v2/masking', { rules })).status, 200)
    const id = await log(own.api, withText(dataUrl))
    assert.deepEqual(await storedMedia(own), [])
    assert.ok(!(await payloadOf(id, own)).includes('base64'))
  })

  it('of spans are stored apart too, once for spans and requests, and deleted with the last of them', async () => {
    const own = await app.newWorkspace()
    const [traceId, spanId] = [newTraceId(), newSpanId()]
    const messages = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: dataUrl }] }])
    // A step, and a model call whose request has the picture as well.
    const called = { ...chatValues, 'gen_ai.input.messages': messages }
    const spans = [
      otlpSpan({ traceId, spanId, values: { picture: dataUrl, again: `${base64} ${dataUrl}` } }),
      otlpSpan({ traceId, spanId: newSpanId(), values: called, at: 1 }),
    ]
    const { body: outcome } = await exportSpans(own.api, ...spans)
    assert.ok(!outcome.partialSuccess?.rejectedSpans, JSON.stringify(outcome))
    const storedHashes = async () => (await storedMedia(own)).map(({ sha256 }) => sha256)
    assert.deepEqual(await storedHashes(), [hashOf(picture)])
    const document = async () =>
      (await readSpans(app.context.store, own.id as WorkspaceId, traceId, [spanId]))[0]!.document
    assert.ok(!(await document()).includes(base64.slice(0, 100)))
    const read = async () => (await readTrace(own.api, traceId)).spans
    const [step, call] = await read()
    assert.deepEqual([step.attributes.picture, step.attributes.again], [dataUrl, `${base64} ${dataUrl}`])
    assert.equal(call.attributes['gen_ai.input.messages'], messages)
    const one = await own.api.get(`/api/public/v2/traces/${traceId}/spans/${spanId}`)
    assert.equal(one.body.span.attributes.picture, dataUrl)
    const shown = await own.api.get(`/api/public/v2/traces/${traceId}/spans/${spanId}?media=references`)
    assert.equal(shown.body.span.attributes.picture, `data:image/gif;base64,galley-media:${hashOf(picture)}`)
    assert.deepEqual(shown.body.media, [{ sha256: hashOf(picture), type: 'image/gif', size: picture.length }])

    // A log record writes the span again, with its media.
    const event = { eventName: 'gen_ai.user.message', timeUnixNano: '1795168800000000001' }
    const body = { stringValue: `data:audio/wav;base64,${wav}` }
    const logRecords = [{ traceId, spanId, ...event, body, attributes: [] }]
    const exported = await own.api.post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
    assert.equal(exported.status, 200, JSON.stringify(exported.body))
    const [again] = await read()
    assert.equal(again.attributes.picture, dataUrl)
    assert.ok(JSON.stringify(again.events).includes(wav))
    assert.equal((await storedHashes()).length, 2)

    // A new version of the span without media: the request still has the picture.
    assert.equal((await exportSpans(own.api, otlpSpan({ traceId, spanId, values: { n: 1 } }))).status, 200)
    assert.ok((await storedHashes()).includes(hashOf(picture)))
    await deleteRequests(app.context.store, own.id as WorkspaceId, [call.request_log_id])
    assert.equal((await read())[1].attributes['gen_ai.input.messages'], messages)
    await deleteTrace(app.context.store, own.id as WorkspaceId, traceId)
    assert.deepEqual(await storedHashes(), [])
  })
})
