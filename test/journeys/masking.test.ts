import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { corpus } from '../../src/engine/masking/corpus/texts.cases.ts'
import { payloadDictionary } from '../../src/server/db/payload-dictionary.ts'
import { createMasking } from '../../src/server/masking/index.ts'
import { type Api, apiOf, bodyOf, successBodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import {
  attributes,
  chatValues,
  exported,
  exportSpans,
  newSpanId,
  newTraceId,
  otlpSpan,
  readTrace,
} from './support/otlp.ts'
import { protobufRequest, protobufSpan } from './support/otlp-protobuf.ts'
import { searchAll } from './support/request-search.ts'
import { log, logCall, readBack } from './support/requests.ts'
import { draftOf, runOf, startRunWorld } from './support/running.ts'
import { chat, message, user } from './support/templates.ts'

const path = '/api/public/v2/masking'
const detector = (name: string, action = 'mask') => ({
  name,
  action,
  target: { kind: 'detector', detector: name },
})
const allRules = [
  detector('email', 'pseudonym'),
  ...['phone', 'card', 'iban', 'national_id', 'key', 'ip'].map((name) => detector(name)),
  { name: 'Customer', action: 'pseudonym', target: { kind: 'pattern', pattern: 'KD-[0-9]{5}' } },
  { name: 'Name', action: 'drop', target: { kind: 'path', path: '$.metadata.name' } },
]

/** A text with a value for each rule; storage holds these values nowhere else. */
const secrets = [
  'zoe.tester@planted.example',
  '+49 171 7654321',
  '5555 5555 5555 4444',
  'GB82 WEST 1234 5698 7654 32',
  '219-09-9998',
  'sk-proj-plantedplantedplantedplanted01',
  '203.0.113.77',
  'KD-31337',
  'Quilliam Plantagenet',
]
/** Texts of 12 languages, and the values in them. */
const texts = corpus().slice(0, 200)
const planted = texts.flatMap(({ text: one, secret }) => (secret ? [one.slice(secret.from, secret.to)] : []))
const text = secrets.slice(0, -1).join(' and ')
const metadata = { customer: text, name: secrets.at(-1), nested: { [secrets[0]!]: [text] } }

async function setRules(api: Api, rules: readonly object[], rest: object = {}) {
  return bodyOf(await api.put(path, { rules, ...rest }))
}

describe('masking', () => {
  const world = ofSuite(startRunWorld)

  /** Sends the text through every API of log and traces. */
  async function sendEverywhere(api: Api) {
    const traceId = newTraceId()
    const id = await log(api, {
      input: chat(user(text)),
      output: chat(message('assistant', JSON.stringify({ to: secrets[0], n: 1 }))),
      metadata,
      tags: [text],
      prompt_input_variables: { who: text },
      error_message: text,
      status: 'ERROR',
      corpus: texts.map(({ text: one }) => one),
      score: 3,
      score_name: `score of ${secrets[0]}`,
      parameters: { user: text },
      extra: text,
    })
    const tracked = {
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: text }], user: secrets[0] },
      request_response: { choices: [{ message: { role: 'assistant', content: text } }] },
      request_start_time: 1_795_168_800.5,
      request_end_time: 1_795_168_801,
      tags: [text],
      metadata,
      prompt_input_variables: { who: text },
    }
    const headers = { 'Idempotency-Key': `call of ${secrets[0]}` }
    const first = await api.post('/track-request', tracked, headers)
    successBodyOf(first)
    assert.equal((await api.post('/track-request', tracked, headers)).body.request_id, first.body.request_id)
    successBodyOf(await api.post('/rest/track-metadata', { request_id: id, metadata }))
    successBodyOf(await api.post('/rest/track-score', { request_id: id, score: 5, name: `by ${secrets[0]}` }))
    successBodyOf(await api.patch(`/api/public/v2/requests/${id}`, { tags: [text], metadata }))
    const span = {
      name: `step of ${secrets[0]}`,
      context: { trace_id: traceId, span_id: newSpanId(), trace_state: `user=${secrets[0]}` },
      kind: 'SpanKind.INTERNAL',
      start_time: 1_795_168_800_000_000_000,
      end_time: 1_795_168_801_000_000_000,
      status: { status_code: 'StatusCode.ERROR', description: text },
      attributes: { text, 'tool.arguments': JSON.stringify({ to: secrets[0], n: 1.5 }) },
      events: [{ name: 'said', timestamp: 1_795_168_800_000_000_000, attributes: { text } }],
      links: [],
      resource: { attributes: { host: text }, schema_url: '' },
    }
    const calledSpan = {
      ...span,
      context: { ...span.context, span_id: newSpanId() },
      log_request: logCall({ input: chat(user(text)), metadata }),
    }
    successBodyOf(await api.post('/spans-bulk', { spans: [span, calledSpan] }))
    const spanId = newSpanId()
    const values = {
      ...chatValues,
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }]),
      'user.email': secrets[0]!,
    }
    successBodyOf(
      await api.post('/v1/traces', exported([otlpSpan({ traceId, spanId, values })], { owner: text })),
    )
    const named = protobufRequest(protobufSpan(traceId, newSpanId(), `named ${secrets[0]}`))
    successBodyOf(await api.post('/v1/traces', named, { 'Content-Type': 'application/x-protobuf' }))
    const eventOf = (spanOfLog: string) => ({
      traceId,
      spanId: spanOfLog,
      eventName: 'gen_ai.user.message',
      timeUnixNano: '1795168800000000000',
      body: { stringValue: text },
      attributes: attributes({ text }),
    })
    // A log record of a stored span, and one whose span never arrives.
    const logRecords = [eventOf(spanId), eventOf(newSpanId())]
    successBodyOf(await api.post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }))
    const run = await runOf(api, {
      ...draftOf(chat(user('Answer {question}'))),
      input_variables: { question: text },
      metadata,
      tags: [text],
    })
    return { id, traceId, run }
  }

  /** The values of every row of every table as texts; compressed values are unpacked. */
  async function storedTexts(): Promise<string[]> {
    const { db, dialect } = world.app.context.store
    const tables =
      dialect === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
        : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
    const texts: string[] = []
    for (const { name } of (await tables.execute(db)).rows)
      for (const row of (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db))
        .rows)
        for (const value of Object.values(row)) {
          if (value instanceof Uint8Array) texts.push(...textsIn(Buffer.from(value)))
          else if (typeof value === 'string') texts.push(value)
          else if (typeof value === 'object') texts.push(JSON.stringify(value))
        }
    return texts
  }

  it('keeps planted values out of every row and file, for every input', async () => {
    const { api } = world
    await setRules(api, allRules)
    const { id, traceId, run } = await sendEverywhere(api)
    // A run returns the unmasked answer to its caller.
    assert.ok(run.text.includes(secrets[0]))

    await searchAll(api, {})
    const rows = await storedTexts()
    assert.ok(rows.some((stored) => stored.includes('"kwargs"') && stored.includes('[CARD]')))
    const { config } = world.app.context
    const files = globSync('**/*', { cwd: config.folder })
      .map((file) => join(config.folder, file))
      .filter((file) => statSync(file).isFile())
      .map((file) => ({ file, bytes: readFileSync(file) }))
    assert.ok(planted.length > 100)
    const harmless = texts.find(({ secret }) => secret === null)!.text
    assert.ok(rows.some((stored) => stored.includes(harmless)))
    for (const secret of [...secrets, ...planted]) {
      const inRows = rows.find((stored) => stored.includes(secret))
      assert.equal(inRows, undefined, `${secret} is in ${inRows?.slice(0, 300)}`)
      for (const { file, bytes } of files) assert.ok(!bytes.includes(secret), `${secret} is in ${file}`)
    }

    const read = await readBack(api, id)
    const [, pseudonym] = /\[EMAIL:([0-9a-f]{12})\]/.exec(JSON.stringify(read))!
    assert.ok(read.metadata.customer.startsWith(`[EMAIL:${pseudonym}] and [PHONE] and [CARD]`))
    assert.ok(!('name' in read.metadata))
    assert.deepEqual(read.scores.map(({ name }: { name: string }) => name).sort(), [
      `by [EMAIL:${pseudonym}]`,
      `score of [EMAIL:${pseudonym}]`,
    ])
    const answer = read.prompt_blueprint.prompt_template.messages.at(-1).content[0].text
    assert.deepEqual(JSON.parse(answer), { to: `[EMAIL:${pseudonym}]`, n: 1 })
    const { spans } = await readTrace(api, traceId)
    const attributesOf = spans
      .map((span: { attributes: object }) => JSON.stringify(span.attributes))
      .join(' ')
    assert.ok(attributesOf.includes(`[EMAIL:${pseudonym}]`))
    // The same value has the same pseudonym, so a search for it finds all requests of the person.
    const filter = { field: 'metadata', nested_key: 'customer', operator: 'key_contains', value: pseudonym }
    assert.ok((await searchAll(api, { filter_group: { filters: [filter] } })).length >= 1)
    const { rules } = (await api.get(path)).body
    for (const { name, found } of rules) assert.ok(found > 0, `${name} has no count`)
  })

  it('accepts a score of a session under the unmasked id that the application has', async () => {
    const { api } = await world.app.newWorkspace()
    await setRules(api, [detector('email', 'pseudonym')])
    const session = 'chat of zoe@planted.example'
    const values = { ...chatValues, 'session.id': session }
    successBodyOf(await api.post('/v1/traces', exported([otlpSpan({ traceId: newTraceId(), values })])))
    const score = { subject_type: 'session', subject_id: session, name: 'csat', value: 0.5 }
    const reply = await api.post('/api/public/v2/scores', score)
    successBodyOf(reply)
    assert.match(reply.body.score.subject_id, /^chat of \[EMAIL:[0-9a-f]{12}\]$/)
    const unknown = { ...score, subject_id: 'chat of max@planted.example' }
    assert.equal((await api.post('/api/public/v2/scores', unknown)).status, 404)
  })

  it('replaces a span id that contains a masked value by a pseudonym, so that spans stay in one trace', async () => {
    const { api } = await world.app.newWorkspace()
    await setRules(api, [detector('email')])
    const mail = 'ida.planted@ids.example'
    const spanOf = (userId: string, spanId: string, rest: object = {}) => ({
      name: 'step',
      context: { trace_id: `chat of ${userId}`, span_id: spanId, trace_state: '' },
      kind: 'SpanKind.INTERNAL',
      start_time: 1_795_168_800_000_000_000,
      end_time: 1_795_168_801_000_000_000,
      status: { status_code: 'StatusCode.OK' },
      attributes: {},
      links: [{ context: { trace_id: `chat of ${mail}`, span_id: mail }, attributes: {} }],
      resource: { attributes: {}, schema_url: '' },
      ...rest,
    })
    const spans = [
      spanOf(mail, `turn of ${mail}`),
      spanOf(mail, `call of ${mail}`, { parent_id: `turn of ${mail}`, log_request: logCall() }),
      spanOf('max@ids.example', 'turn'),
    ]
    const { status, body } = await api.post('/spans-bulk', { spans })
    assert.equal(status, 201, JSON.stringify(body))
    const [root, child, other] = body.spans
    assert.match(root.trace_id, /^\[ID:[0-9a-f]{12}\]$/)
    assert.deepEqual([child.trace_id, child.parent_id], [root.trace_id, root.span_id])
    assert.notEqual(other.trace_id, root.trace_id)
    assert.equal(other.span_id, 'turn')
    const tracked = await api.post('/track-request', {
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
      request_response: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
      request_start_time: 1_795_168_800.5,
      request_end_time: 1_795_168_801,
      span_id: `turn of ${mail}`,
    })
    successBodyOf(tracked)
    for (const id of [child.request_log_id, tracked.body.request_id])
      assert.equal((await readBack(api, id)).trace_id, root.trace_id)
    const read = await readTrace(api, encodeURIComponent(root.trace_id))
    assert.equal(read.spans.length, 2)
    assert.equal(read.spans[0].links[0].context.trace_id, root.trace_id)
    for (const stored of await storedTexts()) assert.ok(!stored.includes(mail), stored.slice(0, 300))
  })

  it('stores the original bytes in workspaces without rules', async () => {
    const other = await world.app.newWorkspace()
    const id = await log(other.api, { metadata: { customer: text } })
    assert.equal((await readBack(other.api, id)).metadata.customer, text)
    const { rules, keeps_bodies } = (await other.api.get(path)).body
    assert.deepEqual({ rules, keeps_bodies }, { rules: [], keeps_bodies: true })
  })

  it('gives the same value another pseudonym in another workspace', async () => {
    const pseudonyms = new Set<string>()
    for (const api of [(await world.app.newWorkspace()).api, (await world.app.newWorkspace()).api]) {
      await setRules(api, [detector('email', 'pseudonym')])
      const ids = [
        await log(api, { tags: ['Zoe@Planted.example'] }),
        await log(api, { tags: ['zoe@planted.example'] }),
      ]
      const tags = await Promise.all(ids.map(async (id) => (await readBack(api, id)).tags[0]))
      assert.equal(tags[0], tags[1])
      pseudonyms.add(tags[0])
    }
    assert.equal(pseudonyms.size, 2)
  })

  it('leaves bodies out and keeps metadata, tokens and cost', async () => {
    const { api } = await world.app.newWorkspace()
    await setRules(api, [], { keeps_bodies: false })
    const id = await log(api, {
      input: chat(user('the question of a patient')),
      metadata: { customer: 'c1' },
      prompt_input_variables: { who: 'the patient' },
      usage: { prompt_tokens: 21, completion_tokens: 5, total_tokens: 26 },
      price: 0.25,
    })
    const read = await readBack(api, id)
    assert.ok(!JSON.stringify(read).includes('patient'))
    assert.deepEqual([read.metadata, read.input_tokens, read.price], [{ customer: 'c1' }, 21, 0.25])
    const traceId = newTraceId()
    const values = { ...chatValues, 'session.id': 's1' }
    successBodyOf(await api.post('/v1/traces', exported([otlpSpan({ traceId, values })])))
    const { spans } = await readTrace(api, traceId)
    assert.ok(!JSON.stringify(spans).includes('Hello'))
    assert.equal(spans[0].attributes['session.id'], 's1')
    const [request] = await searchAll(api, {
      filter_group: { filters: [{ field: 'input_tokens', operator: 'eq', value: 21 }] },
    })
    assert.ok(request !== undefined)
  })

  it('stores a call without its content if masking makes its body unreadable', async () => {
    const { api } = await world.app.newWorkspace()
    await setRules(api, [{ name: 'All', action: 'mask', target: { kind: 'path', path: '$.input' } }])
    const id = await log(api, { input: chat(user('Hello there')), metadata: { a: 1 } })
    const read = await readBack(api, id)
    assert.ok(!JSON.stringify(read).includes('Hello there'))
    assert.deepEqual(read.metadata, { a: 1 })
  })

  it('refuses a call of spans with 503 if a path takes too long', async () => {
    const { api } = await world.app.newWorkspace()
    await setRules(api, [{ name: 'All', action: 'drop', target: { kind: 'path', path: '$..*..*..*..*' } }])
    let nested: object = { a: 1 }
    for (let level = 0; level < 25; level++) nested = { a: nested, b: 1, c: 2 }
    const span = {
      name: 'step',
      context: { trace_id: newTraceId(), span_id: newSpanId(), trace_state: '' },
      kind: 'SpanKind.INTERNAL',
      start_time: 1_795_168_800_000_000_000,
      end_time: 1_795_168_801_000_000_000,
      status: { status_code: 'StatusCode.OK' },
      attributes: { nested },
      resource: { attributes: {}, schema_url: '' },
    }
    const { status, body } = await api.post('/spans-bulk', { spans: [span] })
    assert.equal(status, 503, JSON.stringify(body))
    assert.match(body.message, /Masking took too long/)
    assert.equal((await api.get(`/api/public/v2/traces/${span.context.trace_id}`)).status, 404)
  })

  it('refuses invalid or too costly patterns and paths, naming the field', async () => {
    const { api } = await world.app.newWorkspace()
    const targets = [
      { kind: 'pattern', pattern: '(a' },
      { kind: 'pattern', pattern: '(?=a)' },
      { kind: 'pattern', pattern: 'a*' },
      { kind: 'path', path: '$..[' },
    ]
    for (const target of targets) {
      const reply = await api.put(path, { rules: [{ name: 'x', action: 'mask', target }] })
      assert.equal(reply.status, 422)
      assert.deepEqual(reply.body.detail[0].loc, ['body', 'rules', '0', 'target', target.kind])
    }
    assert.deepEqual((await api.get(path)).body.rules, [])
  })

  it('stores a span without its content if masking it takes too long, and reports it in the answer', async () => {
    const { api } = await world.app.newWorkspace()
    await setRules(api, [{ name: 'Secret', action: 'mask', target: { kind: 'path', path: '$..*..secret' } }])
    const span = otlpSpan({ traceId: newTraceId(), values: { ...chatValues, secret: 'planted' } })
    // A path may look at 300,000 values, and this one looks at each of them several times.
    const values = Array.from({ length: 90_000 }, () => ({ boolValue: true }))
    const large = {
      ...span,
      attributes: [...span.attributes, { key: 'trace', value: { arrayValue: { values } } }],
    }
    const { status, body } = await api.post('/v1/traces', exported([large]))
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body, {
      partialSuccess: {
        rejectedSpans: 0,
        errorMessage: 'The content of a span was left out, because masking it took too long.',
      },
    })
    const [stored] = (await readTrace(api, span.traceId)).spans
    assert.equal(stored.attributes['galley.content_left_out'], 'masking took too long')
    assert.ok(!JSON.stringify(stored).includes('planted'))
    const request = await readBack(api, stored.request_log_id)
    assert.equal(request.model, chatValues['gen_ai.request.model'])
    assert.ok(request.input_tokens > 0)
    assert.deepEqual(request.prompt_blueprint.prompt_template.messages, [])
  })

  it('stores a log record without its content if masking it takes too long, and others whole', async () => {
    const { api } = await world.app.newWorkspace()
    await setRules(api, [{ name: 'Secret', action: 'mask', target: { kind: 'path', path: '$..*..secret' } }])
    const span = otlpSpan({ traceId: newTraceId(), values: chatValues })
    await exportSpans(api, span)
    const values = Array.from({ length: 90_000 }, () => ({ boolValue: true }))
    const record = (content: string, trace: readonly object[]) => ({
      traceId: span.traceId,
      spanId: span.spanId,
      eventName: 'gen_ai.user.message',
      timeUnixNano: span.startTimeUnixNano,
      body: { kvlistValue: { values: [{ key: 'content', value: { stringValue: content } }] } },
      attributes: [{ key: 'trace', value: { arrayValue: { values: trace } } }],
    })
    const logRecords = [record('planted', values), record('plain', [])]
    const { status, body } = await api.post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body, {
      partialSuccess: {
        rejectedLogRecords: 0,
        errorMessage: 'The content of a log record was left out, because masking it took too long.',
      },
    })
    const [stored] = (await readTrace(api, span.traceId)).spans
    const [large, plain] = stored.events
    assert.deepEqual(large.attributes, { 'galley.content_left_out': 'masking took too long' })
    assert.deepEqual(plain.attributes.body, { content: 'plain' })
  })

  it('applies changed rules in every process as soon as the change is answered', async () => {
    const { id, api } = await world.app.newWorkspace()
    const { store, secrets: box, now } = world.app.context
    const elsewhere = createMasking(store, box, now)
    const workspace = id as Parameters<typeof elsewhere.maskerOf>[0]
    const text = 'to a@planted.example now'
    assert.equal(await elsewhere.value(workspace, text), text)
    await setRules(api, [detector('email')])
    assert.equal(await elsewhere.value(workspace, text), 'to [EMAIL] now')
    await setRules(api, [])
    assert.equal(await elsewhere.value(workspace, text), text)
  })

  it('keeps the count of a rule when its name or action changes, not when its target changes', async () => {
    const { api } = await world.app.newWorkspace()
    const [saved] = (await setRules(api, [detector('email')])).rules
    await log(api, { tags: ['a@planted.example', 'b@planted.example'] })
    const { found: _found, since: _since, last_found: _last, ...rule } = saved
    const [renamed] = (await setRules(api, [{ ...rule, name: 'Mail', action: 'drop' }])).rules
    assert.deepEqual([renamed.id, renamed.found, renamed.name], [saved.id, 2, 'Mail'])
    const [changed] = (await setRules(api, [{ ...rule, target: { kind: 'detector', detector: 'ip' } }])).rules
    assert.deepEqual([changed.found, changed.id === saved.id], [0, false])
  })

  it('tries rules on the last requests without changing them', async () => {
    const { api } = await world.app.newWorkspace()
    const id = await log(api, {
      tags: ['mail a@planted.example today'],
      metadata: { to: 'b@planted.example' },
    })
    await log(api)
    const reply = await api.post(`${path}/dry-run`, { rules: [detector('email'), detector('ip')] })
    const { samples, ...rest } = reply.body
    assert.deepEqual(rest, {
      success: true,
      requests: 2,
      is_complete: true,
      by_rule: [
        { name: 'email', found: 2, requests: 1 },
        { name: 'ip', found: 0, requests: 0 },
      ],
    })
    const sample = { rule: 'email', request_id: id, before: 'mail ', masked: '[EMAIL]', after: ' today' }
    assert.equal(samples.length, 2)
    assert.ok(samples.some((each: object) => isDeepStrictEqual(each, sample)))
    assert.deepEqual((await readBack(api, id)).tags, ['mail a@planted.example today'])
  })

  it('shows pseudonyms in a trial as they are stored later, and other ones to viewers', async () => {
    const { api } = await world.app.newWorkspace()
    const rules = [{ ...detector('email'), action: 'pseudonym' }]
    const text = 'a@planted.example'
    await log(api, { tags: [text] })
    const tried = async (caller: Api) => {
      const [{ masked }] = (await caller.post(`${path}/dry-run`, { rules })).body.samples
      assert.equal((await caller.post(`${path}/test`, { rules, text })).body.text === masked, caller === api)
      return masked
    }
    const masked = await tried(api)
    const { body } = await api.post('/api/public/v2/api-keys', { name: 'reader', role: 'viewer' })
    const viewer = apiOf(world.app.baseUrl, body.key)
    assert.notEqual(await tried(viewer), masked)
    await setRules(api, rules)
    assert.deepEqual((await readBack(api, await log(api, { tags: [text] }))).tags, [masked])
    assert.notEqual(await tried(viewer), masked)
  })

  it('masks a test text without storing it', async () => {
    const { api } = await world.app.newWorkspace()
    const reply = await api.post(`${path}/test`, {
      rules: [detector('email')],
      text: 'to a@planted.example now',
    })
    assert.deepEqual(reply.body, {
      success: true,
      text: 'to [EMAIL] now',
      found: [{ name: 'email', count: 1 }],
    })
  })
})

const magic = Buffer.from('28b52ffd', 'hex')

const unpacked = (frame: Buffer) =>
  zstdDecompressSync(frame, { dictionary: payloadDictionary }).toString('utf8')

/** A stored value as text, and the text of each compressed part of it. */
function textsIn(value: Buffer): string[] {
  const texts = [value.toString('utf8')]
  for (let offset = value.indexOf(magic); offset >= 0; offset = value.indexOf(magic, offset + 1))
    for (
      let end = value.length;
      end > offset;
      end = end === value.length ? value.indexOf(magic, offset + 4) : 0
    )
      try {
        texts.push(unpacked(value.subarray(offset, end)))
        break
      } catch {}
  return texts
}
