import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { hasFields, isFailure, isInvalid } from './support/document.ts'
import { logCall, readBack } from './support/requests.ts'
import { chat, completion, publish, user } from './support/templates.ts'

/** Boundary values of the fields in the document's table: accepted values, and refused values with their location. */
const fields: Record<string, { accepted: unknown[]; refused: unknown[]; within?: string }> = {
  provider: { accepted: ['openai', 'own'], refused: [1, null] },
  model: { accepted: ['gpt-4o'], refused: [1, null] },
  input: { accepted: [chat(user('x')), completion('x')], refused: ['x', null, []] },
  output: { accepted: [chat(user('x')), completion('x')], refused: ['x', null, []] },
  request_start_time: {
    accepted: ['2026-01-01T00:00:00Z', '2026-01-01T02:00:00.123456+02:00'],
    refused: ['soon', null],
  },
  request_end_time: { accepted: ['2026-01-01T00:00:00.5Z'], refused: ['later', null] },
  parameters: {
    accepted: [{}, { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } }],
    refused: [[], 'x'],
  },
  tags: { accepted: [[], ['x'.repeat(512), '']], refused: ['x'] },
  metadata: { accepted: [{}, { ['k'.repeat(1024)]: 'v' }], refused: [[], 'x'] },
  prompt_name: { accepted: [null, 'greeting'], refused: [1] },
  prompt_id: { accepted: [null], refused: ['1', 1.5] },
  prompt_version_number: { accepted: [null, 1], refused: [0, -1, '1', 1.5] },
  prompt_input_variables: { accepted: [{}, { a: [1] }], refused: [[], 'x'] },
  input_tokens: { accepted: [0, 12], refused: [-1, 1.5, '1'] },
  output_tokens: { accepted: [0, 2_000_000_000_000], refused: [-1, 1.5, '1'] },
  price: { accepted: [0, 0.25], refused: [-0.1, '1'] },
  function_name: { accepted: ['', 'f'], refused: [1] },
  score: { accepted: [0, 100], refused: [-1, 101, 50.5, '1'] },
  api_type: { accepted: [null, 'chat-completions'], refused: [1] },
  status: { accepted: ['SUCCESS', 'WARNING', 'ERROR'], refused: ['success', 'OK', null] },
  error_type: { accepted: [null], refused: ['NOPE', 1] },
  error_message: { accepted: [null, 'x'.repeat(1024)], refused: ['x'.repeat(1025), 1] },
}

const required = ['provider', 'model', 'input', 'output', 'request_start_time', 'request_end_time']

const pairs: Record<string, readonly string[]> = {
  PROVIDER_RATE_LIMIT: ['WARNING', 'ERROR'],
  PROVIDER_QUOTA_LIMIT: ['WARNING', 'ERROR'],
  PROVIDER_PARTIAL_RESPONSE: ['WARNING'],
  VARIABLE_MISSING_OR_EMPTY: ['WARNING'],
  PROVIDER_TIMEOUT: ['ERROR'],
  PROVIDER_AUTH_ERROR: ['ERROR'],
  PROVIDER_ERROR: ['ERROR'],
  TEMPLATE_RENDER_ERROR: ['ERROR'],
  UNKNOWN_ERROR: ['WARNING', 'ERROR'],
}

/** The founding document's section on logging and tracking, row by row. */
describe('the founding document on logging', () => {
  const app = appOfSuite()
  before(async () => {
    await publish(app.api, 'greeting', chat(user('Hi')))
  })

  const log = (rest: object = {}) => app.api.post('/log-request', logCall(rest))

  it('answers with id, prompt_version, status, error_type and error_message', async () => {
    const body = bodyOf(await log())
    hasFields(body, {
      id: 'integer',
      prompt_version: 'object?',
      status: 'string',
      error_type: 'string?',
      error_message: 'string?',
    })
    assert.deepEqual([body.status, body.error_type, body.error_message], ['SUCCESS', null, null])
    const failure = { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT', error_message: 'late' }
    const { status, error_type, error_message } = bodyOf(await log(failure))
    assert.deepEqual({ status, error_type, error_message }, failure)
  })

  for (const [field, { accepted, refused }] of Object.entries(fields))
    it(`accepts valid values of ${field} and refuses others`, async () => {
      for (const value of accepted) bodyOf(await log({ [field]: value }))
      for (const value of refused) {
        const reply = await log({ [field]: value })
        assert.equal(reply.status, 422, `${JSON.stringify(value)}: ${JSON.stringify(reply.body)}`)
        assert.deepEqual(reply.body.detail[0].loc.slice(0, 2), ['body', field])
      }
      const { [field]: _, ...rest } = logCall() as Record<string, unknown>
      const without = await app.api.post('/log-request', rest)
      if (required.includes(field)) isInvalid(without, `body.${field}`)
      else bodyOf(without)
    })

  it('refuses a tag and a key of metadata that are too long, and content that is a plain string', async () => {
    isInvalid(await log({ tags: ['a', 'x'.repeat(513)] }), 'body.tags.1')
    const key = 'k'.repeat(1025)
    isInvalid(await log({ metadata: { [key]: 'v' } }), `body.metadata.${key}`)
    const plain = chat({ role: 'user', content: 'plain' })
    isInvalid(await log({ input: plain }), 'body.input.messages.0.content')
    isInvalid(await log({ output: plain }), 'body.output.messages.0.content')
    isInvalid(await app.api.post('/log-request', {}), ...required.map((field) => `body.${field}`))
    for (const body of [undefined, '', 'null', '[]', '{', '"x"'])
      isInvalid(await app.api.post('/log-request', body), 'body')
  })

  it('accepts each error type only with the statuses that the document allows', async () => {
    for (const [error_type, allowed] of Object.entries(pairs)) {
      for (const status of ['SUCCESS', 'WARNING', 'ERROR']) {
        const reply = await log({ status, error_type, error_message: 'late' })
        if (!allowed.includes(status)) {
          isInvalid(reply, 'body.error_type')
          continue
        }
        const stored = await readBack(app.api, bodyOf(reply).id)
        for (const request of [reply.body, stored])
          assert.deepEqual(
            [request.status, request.error_type, request.error_message],
            [status, error_type, 'late'],
          )
      }
      isInvalid(await log({ error_type }), 'body.error_type')
    }
  })

  it('attaches metadata to a logged request', async () => {
    const { id } = (await log()).body
    const track = (body: unknown) => app.api.post('/rest/track-metadata', body)
    const body = bodyOf(await track({ request_id: id, metadata: { customer: 'ada' } }))
    hasFields(body, { success: 'boolean', message: 'string' })
    assert.equal(body.success, true)
    bodyOf(await track({ request_id: id, metadata: { tier: 'gold' } }))
    const { metadata } = bodyOf(await app.api.get(`/api/public/v2/requests/${id}`))
    assert.deepEqual(metadata, { customer: 'ada', tier: 'gold' })
    isInvalid(await track({}), 'body.request_id', 'body.metadata')
    isInvalid(await track({ request_id: id, metadata: 'x' }), 'body.metadata')
    isInvalid(await track({ request_id: 'x', metadata: {} }), 'body.request_id')
    for (const none of [undefined, 'null', '[]', '{']) isInvalid(await track(none), 'body')
    isFailure(await track({ request_id: 999_999, metadata: { a: 'b' } }), 400)
    const stranger = await app.newWorkspace()
    isFailure(await stranger.api.post('/rest/track-metadata', { request_id: id, metadata: { a: 'b' } }), 400)
  })

  it('associates a logged request with a group', async () => {
    const { id } = (await log()).body
    const group_id = bodyOf(await app.api.post('/create-group', {})).id
    const track = (body: unknown) => app.api.post('/rest/track-group', body)
    for (const _ of [1, 2]) {
      const body = bodyOf(await track({ request_id: id, group_id }))
      hasFields(body, { success: 'boolean', message: 'string' })
      assert.equal(body.success, true)
    }
    isInvalid(await track({}), 'body.request_id', 'body.group_id')
    isInvalid(await track({ request_id: id }), 'body.group_id')
    isInvalid(await track({ group_id }), 'body.request_id')
    isInvalid(await track({ request_id: id, group_id: '1' }), 'body.group_id')
    for (const none of [undefined, 'null', '[]', '{']) isInvalid(await track(none), 'body')
    isFailure(await track({ request_id: 999_999, group_id }), 400)
    isFailure(await track({ request_id: id, group_id: 999_999 }), 400)
  })
})
