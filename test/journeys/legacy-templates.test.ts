import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Api, apiOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused, chat, message, model, publish, readRaw, user } from './support/templates.ts'

const get = '/library-get-prompt-template'
const publishPath = '/library-publish-prompt-template'

/** In LangChain 0.2's form, as promptlayer 0.5.2 sends it. */
const prompt = (template: string, names: readonly string[]) => ({
  _type: 'prompt',
  name: null,
  input_variables: names,
  optional_variables: [],
  output_parser: null,
  partial_variables: {},
  metadata: null,
  tags: null,
  template,
  template_format: 'f-string',
  validate_template: false,
})

suite('templates of promptlayer 0.5', () => {
  const app = appOfSuite()
  let keyless: Api
  before(async () => {
    keyless = apiOf(app.baseUrl, null)
  })

  const send = (body: object) => keyless.post(publishPath, { api_key: app.key, ...body })

  test('a chat is published, read back and listed', async () => {
    const messages = [
      { role: 'system', prompt: prompt('Be {tone}.', ['tone']), additional_kwargs: {} },
      { role: 'user', prompt: prompt('Hello {name}', ['name']), additional_kwargs: {} },
    ]
    const metadata = model('openai', 'gpt-4o-mini')
    const template = {
      _type: 'chat_promptlayer_langchain',
      input_variables: ['tone', 'name'],
      output_parser: null,
      partial_variables: {},
      messages,
    }
    const sent = {
      prompt_name: 'old chat',
      prompt_template: template,
      commit_message: 'first',
      tags: ['old'],
      metadata,
    }
    const { status, body } = await send(sent)
    assert.deepEqual([status, body.success], [200, true])
    const raw = await readRaw(app.api, 'old chat')
    assert.equal(raw.id, body.id)
    assert.deepEqual(raw.tags, ['old'])
    assert.deepEqual(
      raw.prompt_template.messages.map(({ role, content }: { role: string; content: { text: string }[] }) => [
        role,
        content[0]!.text,
      ]),
      [
        ['system', 'Be {tone}.'],
        ['user', 'Hello {name}'],
      ],
    )
    const read = await app.api.get(`${get}?prompt_name=old+chat`)
    assert.equal(read.status, 200)
    assert.equal(read.body.prompt_template._type, template._type)
    assert.deepEqual(read.body.prompt_template.input_variables, ['tone', 'name'])
    assert.deepEqual(
      read.body.prompt_template.messages.map(({ role, prompt: { template } }: (typeof messages)[number]) => [
        role,
        template,
      ]),
      [
        ['system', 'Be {tone}.'],
        ['user', 'Hello {name}'],
      ],
    )
    assert.equal(read.body.metadata.model.name, 'gpt-4o-mini')
    const listed = await app.api.get('/rest/prompts?page=1&per_page=30')
    assert.deepEqual(
      listed.body.items.map(({ prompt_name }: { prompt_name: string }) => prompt_name),
      ['old chat'],
    )
    // The client sends an empty list for no tags.
    assert.equal((await send({ ...sent, tags: [] })).status, 200)
    assert.deepEqual((await readRaw(app.api, 'old chat')).tags, ['old'])
  })

  test('a text is read by version and by label', async () => {
    const text = (words: string) => ({ prompt_name: 'old text', prompt_template: prompt(words, []) })
    assert.equal((await send(text('One'))).status, 200)
    const { body } = await send({ ...text('Two'), commit_message: null, metadata: null })
    assert.equal(
      (await app.api.post(`/prompts/${body.id}/label`, { name: 'prod', prompt_version_number: 1 })).status,
      200,
    )
    for (const [query, expected] of [
      ['', 'Two'],
      ['&version=1', 'One'],
      ['&label=prod', 'One'],
      ['&version=2&label=prod', 'One'],
    ]) {
      const read = await app.api.get(`${get}?prompt_name=old%20text${query}`)
      assert.deepEqual(
        [read.body.prompt_template._type, read.body.prompt_template.template],
        ['prompt', expected],
      )
      assert.equal(read.body.metadata, null)
    }
    assertRefused(await app.api.get(`${get}?prompt_name=old%20text&version=9`), 404)
    assertRefused(await app.api.get(`${get}?prompt_name=nothing`), 404)
    assertRefused(await keyless.get(`${get}?prompt_name=old%20text`), 401)
    const stranger = await app.newWorkspace()
    assertRefused(await stranger.api.get(`${get}?prompt_name=old%20text`), 404)
  })

  test('a template that the other form cannot represent is refused', async () => {
    const placeholder = { role: 'placeholder', name: 'history' }
    await publish(app.api, 'modern', chat(user('Hi'), placeholder, message('assistant', 'Hello')))
    assertRefused(await app.api.get(`${get}?prompt_name=modern`), 400)
    for (const [field, template] of [
      ['prompt_template', {}],
      ['prompt_template.messages.0.role', { messages: [{ role: 'tool', prompt: prompt('a', []) }] }],
      ['prompt_template.template_format', { template: 'a', template_format: 'mustache' }],
    ] as const) {
      const { status, body } = await send({ prompt_name: 'bad', prompt_template: template })
      assert.equal(status, 422)
      assert.equal(body.detail[0].loc.slice(1).join('.'), field)
    }
    assertRefused(await send({ prompt_name: 'bad', prompt_template: 'text' }), 422)
    assertRefused(
      await keyless.post(publishPath, { prompt_name: 'bad', prompt_template: prompt('a', []) }),
      401,
    )
  })
})
