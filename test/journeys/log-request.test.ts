import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { log, logCall, messageLines, readBack } from './support/requests.ts'
import { assertRefused, chat, completion, message, textsOf, user } from './support/templates.ts'

describe('logging a request', () => {
  const app = appOfSuite()

  const post = (rest: object) => app.api.post('/log-request', logCall(rest))

  it('needs six fields and fills the others', async () => {
    const id = await log(app.api)
    const { prompt_blueprint, ...row } = await readBack(app.api, id)
    assert.deepEqual(row, {
      success: true,
      request_id: id,
      provider: 'openai',
      model: 'gpt-4o-mini',
      input_tokens: 0,
      output_tokens: 0,
      tokens: 0,
      price: 0,
      price_source: 'no_usage',
      request_start_time: '2026-11-20T10:00:00.000Z',
      request_end_time: '2026-11-20T10:00:01.000Z',
      latency_ms: 1000,
      attempts: null,
      time_to_first_token_ms: null,
      output_tokens_per_second: null,
      body_unavailable: null,
      media: [],
      waited_ms: null,
      trace_id: null,
      status: 'SUCCESS',
      error_type: null,
      error_message: null,
      function_name: '',
      prompt_id: null,
      prompt_name: null,
      prompt_label: null,
      source: 'app',
      prompt_version_number: null,
      prompt_input_variables: {},
      tags: [],
      metadata: {},
      scores: [],
      group_id: null,
    })
    assert.deepEqual(messageLines(prompt_blueprint), ['user: Hi', 'assistant: Hello.'])
    const needed = ['provider', 'model', 'input', 'output', 'request_start_time', 'request_end_time']
    assertRefused(await app.api.post('/log-request', {}), 422, ...needed.map((name) => `body.${name}`))
    for (const name of needed) assertRefused(await post({ [name]: undefined }), 422, `body.${name}`)
    assertRefused(await app.api.post('/log-request', ''), 422)
  })

  it('answers with the blueprint of input and output together', async () => {
    const parameters = {
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } },
    }
    const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }]
    const input = { ...chat(message('system', 'Be kind.'), user('Hi')), tools, tool_choice: 'auto' }
    const { status, body } = await post({ input, parameters, api_type: 'chat-completions' })
    assert.equal(status, 200)
    assert.deepEqual([body.status, body.error_type, body.error_message], ['SUCCESS', null, null])
    const { prompt_template, metadata, commit_message } = body.prompt_version
    assert.deepEqual(messageLines(body.prompt_version), ['system: Be kind.', 'user: Hi', 'assistant: Hello.'])
    assert.deepEqual([prompt_template.tools[0].function.name, prompt_template.tool_choice], ['f', 'auto'])
    assert.deepEqual(metadata.model.parameters, parameters)
    assert.deepEqual(
      [metadata.model.provider, metadata.model.name, metadata.model.api_type, commit_message],
      ['openai', 'gpt-4o-mini', 'chat-completions', null],
    )
    assert.deepEqual((await readBack(app.api, body.id)).prompt_blueprint, body.prompt_version)
  })

  it('accepts completions', async () => {
    const { body } = await post({ input: completion('Say'), output: completion('cheese') })
    assert.deepEqual(textsOf(body.prompt_version.prompt_template), ['Say', 'cheese'])
  })

  it('stores the score, under a name if one is given', async () => {
    const scores = async (rest: object) => (await readBack(app.api, await log(app.api, rest))).scores
    assert.deepEqual(await scores({ score: 80 }), [{ name: 'default', score: 80 }])
    assert.deepEqual(await scores({ score: 80, score_name: 'tone' }), [{ name: 'tone', score: 80 }])
    assert.deepEqual(await scores({ score: 0, score_name: 'tone' }), [{ name: 'tone', score: 0 }])
  })

  it('stores metadata with values of any type, and any Unicode text', async () => {
    const metadata = {
      text: 'x',
      number: 1.5,
      list: [1, null],
      nested: { a: true },
      '': 'empty',
      'ü🎉': '🎉',
    }
    const fields = {
      metadata,
      tags: ['ü', '🎉', 'a"b'],
      function_name: '💡',
      prompt_input_variables: { a: [1, { b: null }] },
    }
    const row = await readBack(app.api, await log(app.api, fields))
    assert.deepEqual([row.metadata, row.tags, row.function_name], [metadata, fields.tags, '💡'])
    assert.deepEqual(row.prompt_input_variables, fields.prompt_input_variables)
  })

  /** All forms of times are tested in `contract/moment.test.ts`. */
  const moment = '2026-11-20T10:00:01.250Z'
  const epoch = Date.parse(moment)
  const forms: Record<string, string | number> = {
    'ISO text with an offset': '2026-11-20T12:30:01.250+02:30',
    'epoch seconds': epoch / 1000,
    'epoch milliseconds': epoch,
  }
  for (const [form, value] of Object.entries(forms))
    it(`takes a time as ${form}`, async () => {
      const id = await log(app.api, { request_start_time: value, request_end_time: value })
      const row = await readBack(app.api, id)
      assert.deepEqual([row.request_start_time, row.request_end_time, row.latency_ms], [moment, moment, 0])
    })

  it('has a latency of zero if it ends before it starts', async () => {
    const fields = { request_start_time: epoch, request_end_time: epoch - 500 }
    assert.equal((await readBack(app.api, await log(app.api, fields))).latency_ms, 0)
  })
})
