import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { log, logged, readBack, saidIn } from './support/requests.ts'
import { assertRefused, chat, completion, message, textsOf, user } from './support/templates.ts'

describe('logging a request', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  const post = (rest: object) => app.api.post('/log-request', logged(rest))

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
    assert.deepEqual(saidIn(prompt_blueprint), ['user: Hi', 'assistant: Hello.'])
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
    assert.deepEqual(saidIn(body.prompt_version), ['system: Be kind.', 'user: Hi', 'assistant: Hello.'])
    assert.deepEqual([prompt_template.tools[0].function.name, prompt_template.tool_choice], ['f', 'auto'])
    assert.deepEqual(metadata.model.parameters, parameters)
    assert.deepEqual(
      [metadata.model.provider, metadata.model.name, metadata.model.api_type, commit_message],
      ['openai', 'gpt-4o-mini', 'chat-completions', null],
    )
    assert.deepEqual((await readBack(app.api, body.id)).prompt_blueprint, body.prompt_version)
  })

  it('takes completions', async () => {
    const { body } = await post({ input: completion('Say'), output: completion('cheese') })
    assert.deepEqual(textsOf(body.prompt_version.prompt_template), ['Say', 'cheese'])
  })

  it('accepts null where the table says so', async () => {
    const nulls = { prompt_name: null, prompt_id: null, prompt_version_number: null, api_type: null }
    assert.equal((await post({ ...nulls, error_type: null, error_message: null })).status, 200)
  })

  const atMost: [string, object, object][] = [
    ['tags of 512 characters', { tags: ['t'.repeat(512), ''] }, { tags: ['t'.repeat(513)] }],
    [
      'metadata keys of 1024',
      { metadata: { ['k'.repeat(1024)]: 1 } },
      { metadata: { ['k'.repeat(1025)]: 1 } },
    ],
    [
      'error messages of 1024',
      { status: 'ERROR', error_message: 'e'.repeat(1024) },
      { status: 'ERROR', error_message: 'e'.repeat(1025) },
    ],
    ['scores to 100', { score: 100 }, { score: 101 }],
    ['scores from 0', { score: 0 }, { score: -1 }],
    ['whole scores', { score: 50 }, { score: 50.5 }],
    ['input tokens from 0', { input_tokens: 0 }, { input_tokens: -1 }],
    ['whole output tokens', { output_tokens: 2_000_000_000_000 }, { output_tokens: 0.5 }],
    ['output tokens from 0', { output_tokens: 0 }, { output_tokens: -1 }],
    ['prices from 0', { price: 0.000001 }, { price: -0.01 }],
  ]
  for (const [what, good, bad] of atMost)
    it(`takes ${what}, and refuses values beyond`, async () => {
      const [field] = Object.keys(bad).slice(-1)
      const row = await readBack(app.api, await log(app.api, good))
      if (field !== 'score') assert.deepEqual(row[field!], good[field as keyof typeof good])
      const reply = await post(bad)
      assert.equal(reply.status, 422)
      assert.equal(reply.body.detail[0].loc[1], field)
    })

  it('refuses plain content, unknown statuses and invalid version numbers', async () => {
    const plain = await post({ input: { type: 'chat', messages: [{ role: 'user', content: 'Hi' }] } })
    assertRefused(plain, 422, 'body.input.messages.0.content')
    assert.match(plain.body.detail[0].msg, /not a plain string/)
    assertRefused(await post({ status: 'FINE' }), 422, 'body.status')
    assertRefused(await post({ error_type: 'BAD_LUCK' }), 422, 'body.error_type')
    assertRefused(
      await post({ prompt_name: 'x', prompt_version_number: 0 }),
      422,
      'body.prompt_version_number',
    )
    assertRefused(await post({ tags: 'one' }), 422, 'body.tags')
    assertRefused(await post({ metadata: ['x'] }), 422, 'body.metadata')
  })

  it('stores the score, under a name if one is given', async () => {
    const scores = async (rest: object) => (await readBack(app.api, await log(app.api, rest))).scores
    assert.deepEqual(await scores({ score: 80 }), [{ name: 'default', score: 80 }])
    assert.deepEqual(await scores({ score: 80, score_name: 'tone' }), [{ name: 'tone', score: 80 }])
    assert.deepEqual(await scores({ score: 0, score_name: 'tone' }), [{ name: 'tone', score: 0 }])
  })

  it('keeps metadata of any kind, and any text', async () => {
    const metadata = {
      text: 'x',
      number: 1.5,
      list: [1, null],
      nested: { a: true },
      '': 'empty',
      'ü🎉': '🎉',
    }
    const given = {
      metadata,
      tags: ['ü', '🎉', 'a"b'],
      function_name: '💡',
      prompt_input_variables: { a: [1, { b: null }] },
    }
    const row = await readBack(app.api, await log(app.api, given))
    assert.deepEqual([row.metadata, row.tags, row.function_name], [metadata, given.tags, '💡'])
    assert.deepEqual(row.prompt_input_variables, given.prompt_input_variables)
  })
})
