import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import {
  assertRefused,
  chat,
  jinja,
  message,
  model,
  pathOf,
  publish,
  read,
  text,
  textsOf,
  user,
  userChat,
} from './support/templates.ts'

describe('the read that renders', () => {
  const app = appOfSuite()
  before(async () => {
    const metadata = model('openai', 'gpt-4o-mini', {
      parameters: { temperature: 0, max_completion_tokens: 5 },
    })
    await publish(app.api, 'greeting', userChat('Hi {name}'), { labels: ['prod'], metadata })
    await publish(app.api, 'greeting', userChat('Hello {name}'), { metadata })
    await publish(app.api, 'bare', userChat('Hi {name}'))
  })

  const textOf = async (body?: object | null) => {
    const rendered = await read(app.api, 'greeting', body)
    return [rendered.version, ...textsOf(rendered.prompt_template)]
  }

  it('accepts an empty object, null, or no body', async () => {
    const expected = [2, 'Hello {name}']
    assert.deepEqual(await textOf({}), expected)
    assert.deepEqual(await textOf(null), expected)
    assert.deepEqual(await textOf(), expected)
  })

  it('renders the variables it is given', async () => {
    assert.deepEqual(await textOf({ input_variables: { name: 'Ada' } }), [2, 'Hello Ada'])
    const rendered = await read(app.api, 'greeting', { input_variables: { name: 'Ada' } })
    assert.deepEqual(rendered.llm_kwargs, {
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: text('Hello Ada') }],
      temperature: 0,
      max_completion_tokens: 5,
    })
    assert.equal(rendered.warning, null)
  })

  it('warns of variables without a value, which become empty', async () => {
    const rendered = await read(app.api, 'greeting', { input_variables: {} })
    assert.deepEqual(textsOf(rendered.prompt_template), ['Hello '])
    assert.equal(rendered.warning, 'Input variables without a value: name.')
  })

  it('gives the same answer from a prepared version and by rendering', async () => {
    const metadata = model('anthropic', 'claude-x')
    await publish(app.api, 'often', userChat('Hi {name}'), { labels: ['prod'], metadata })
    const values = ['Ada', ' "\\\n\u2028😀', 7, '', null, ['x'], 'x'.repeat(80_000)]
    const ask = async (name: unknown, rest: object = {}) => {
      const body = { label: 'prod', input_variables: { name, more: 1 }, ...rest }
      const reply = await app.api.post(pathOf('often'), body)
      return [reply.status, reply.body, reply.headers.get('etag')]
    }
    await ask('Ada')
    for (const name of values)
      assert.deepEqual(await ask(name), await ask(name, { model_parameter_overrides: {} }))
    await publish(app.api, 'often', userChat('Moin {name}'), { labels: ['prod'], metadata })
    for (const name of ['Ada', 'Bob']) {
      const [, body] = await ask(name)
      assert.deepEqual([body.version, ...textsOf(body.prompt_template)], [2, `Moin ${name}`])
    }
  })

  it('does not render if rendering is skipped', async () => {
    const body = { input_variables: { name: 'Ada' }, skip_input_variable_rendering: true }
    assert.deepEqual(await textOf(body), [2, 'Hello {name}'])
    const rendered = await read(app.api, 'greeting', body)
    assert.equal(rendered.llm_kwargs.messages[0].content[0].text, 'Hello {name}')
    assert.equal(rendered.warning, null)
  })

  it('reads a version or a label, and the label wins', async () => {
    assert.deepEqual(await textOf({ version: 1 }), [1, 'Hi {name}'])
    assert.deepEqual(await textOf({ label: 'prod' }), [1, 'Hi {name}'])
    assert.deepEqual(await textOf({ label: 'prod', version: 2 }), [1, 'Hi {name}'])
    assert.deepEqual(await textOf({ label: null, version: null }), [2, 'Hello {name}'])
  })

  it('makes the arguments for another provider, model and parameters on request', async () => {
    const { llm_kwargs, metadata } = await read(app.api, 'greeting', {
      provider: 'anthropic',
      model: 'claude-opus-5-5',
      model_parameter_overrides: { temperature: 1, top_p: 0.5 },
    })
    assert.deepEqual([metadata.model.provider, metadata.model.name], ['anthropic', 'claude-opus-5-5'])
    assert.deepEqual(llm_kwargs, {
      model: 'claude-opus-5-5',
      messages: [{ role: 'user', content: text('Hello {name}') }],
      max_tokens: 5,
      temperature: 1,
      top_p: 0.5,
    })
    const { llm_kwargs: messagesOnly } = await read(app.api, 'bare', { provider: 'anthropic' })
    assert.deepEqual(messagesOnly, { messages: [{ role: 'user', content: text('Hi {name}') }] })
    assert.equal((await read(app.api, 'bare')).llm_kwargs, null)
  })

  it('accepts metadata filters, and the key in the body as some clients send it', async () => {
    assert.deepEqual(await textOf({ metadata_filters: { country: 'no' }, api_key: 'whatever' }), [
      2,
      'Hello {name}',
    ])
  })

  it('renders each message by its own format, and does not render the values', async () => {
    await publish(
      app.api,
      'mixed',
      chat(message('system', '{a} {{ a }}'), jinja(user('{a} {{ a }} {{ list }}'))),
    )
    const rendered = await read(app.api, 'mixed', {
      input_variables: { a: '{b}', list: [1, true, null, 'x'] },
    })
    assert.deepEqual(textsOf(rendered.prompt_template), ['{b} {{ a }}', "{a} {b} [1, True, None, 'x']"])
  })

  it('answers 422 if a text fails to render or takes too long', async () => {
    await publish(app.api, 'failing', chat(jinja(user('{{ 1 // zero }}'))))
    const reply = await app.api.post(pathOf('failing'), { input_variables: { zero: 0 } })
    assert.equal(reply.status, 422)
    assert.match(reply.body.detail[0].loc.join('.'), /^body\.input_variables/)
    const endless = '{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}'
    await publish(app.api, 'endless', chat(jinja(user(endless))))
    assert.equal((await app.api.post(pathOf('endless'), { input_variables: {} })).status, 422)
  })

  it('refuses absent versions and values that do not fit', async () => {
    const post = (body: unknown, name = 'greeting') => app.api.post(pathOf(name), body)
    assertRefused(await post({}, 'nobody'), 404)
    assertRefused(await post({ version: 9 }), 404)
    assertRefused(await post({ label: 'dev' }), 404)
    assertRefused(await post({ version: 0 }), 422, 'body.version')
    assertRefused(await post({ input_variables: 'Ada' }), 422, 'body.input_variables')
    const stranger = await app.newWorkspace()
    assertRefused(await post({ workspace_id: stranger.id }), 400)
  })
})
