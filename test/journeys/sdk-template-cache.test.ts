import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { PromptLayer, run, startSdkWorld } from './support/sdk.ts'
import { chat, completion, jinja, message, model, publish, textsOf, user } from './support/templates.ts'

/** The SDK renders a cached template as our server does. */
describe('the caching SDK client', () => {
  const world = ofSuite(startSdkWorld)
  let caching: PromptLayer
  before(async () => {
    caching = new PromptLayer({ apiKey: world.app.key, baseURL: world.app.baseUrl, cacheTtlSeconds: 60 })
  })

  const openAi = model('openai', 'gpt-4o-mini', { parameters: { temperature: 0 } })
  const claude = model('anthropic', 'claude-opus-5-5', { parameters: { max_tokens: 10 } })
  const responses = model('openai', 'gpt-4o-mini', { api_type: 'responses' })
  const gemini = model('google', 'gemini-2.5-flash')
  const people = [{ name: 'Ada', langs: ['Ada', 'C'] }, { name: 'Grace' }]

  const cases: [string, unknown, object, Record<string, unknown>][] = [
    [
      'f-string text',
      chat(message('system', 'Be {mood}.'), user('Hi {name}!')),
      openAi,
      { name: 'Ada', mood: 'kind' },
    ],
    ['an f-string without values', chat(user('Hi {name}, {gone}.')), openAi, { name: 'Ada' }],
    ['f-string numbers and booleans', chat(user('{n} {f} {zero}')), openAi, { n: 3, f: 2.5, zero: 0 }],
    [
      'an f-string for Claude',
      chat(message('system', 'Be {mood}.'), user('Hi {name}')),
      claude,
      { name: 'Ö', mood: '🎉' },
    ],
    [
      'an f-string for Responses',
      chat(message('developer', '{a}'), user('{b}')),
      responses,
      { a: 'x', b: 'y' },
    ],
    ['an f-string for Gemini', chat(message('system', '{a}'), user('{b}')), gemini, { a: 'x', b: 'y' }],
    ['a completion', completion('Say {what}'), openAi, { what: 'cheese' }],
    ['jinja2 text', chat(jinja(user('Hi {{ name }}!'))), openAi, { name: '<Ada> & co' }],
    [
      'jinja2 loops',
      chat(jinja(user('{% for p in people %}{{ loop.index }}. {{ p.name }}\n{% endfor %}'))),
      openAi,
      { people },
    ],
    [
      'jinja2 conditions',
      chat(jinja(user('{% if polite %}Dear{% else %}Yo{% endif %} {{ name }}'))),
      openAi,
      { polite: true, name: 'Ada' },
    ],
    [
      'jinja2 filters',
      chat(jinja(user("{{ name|upper }} {{ tags|join(', ') }} {{ gone|default('none') }}"))),
      openAi,
      { name: 'ada', tags: ['a', 'b'] },
    ],
    ['jinja2 missing names', chat(jinja(user('[{{ gone }}][{{ also.gone }}]'))), openAi, {}],
    [
      'jinja2 for Claude',
      chat(jinja(message('system', '{{ a }}')), jinja(user('{{ b }}'))),
      claude,
      { a: 'x', b: 'y' },
    ],
    ['a jinja2 completion', jinja(completion('{{ a }}-{{ b }}')), openAi, { a: 1, b: 'two' }],
    ['JSON braces in jinja2', chat(jinja(user('{"name": "{{ name }}"}'))), openAi, { name: 'Ada' }],
  ]

  for (const [what, template, metadata, input_variables] of cases)
    it(`renders ${what} as our server does`, async () => {
      const name = `cached ${what}`
      await publish(world.app.api, name, template, { metadata })
      const there = await world.promptLayer.templates.get(name, { input_variables })
      const here = await caching.templates.get(name, { input_variables })
      assert.deepEqual(here?.llm_kwargs, there?.llm_kwargs)
      assert.deepEqual(textsOf(here!.prompt_template as never), textsOf(there!.prompt_template as never))
    })

  it('reads once, renders each call, and reads again after it published', async () => {
    const { api } = world.app
    await publish(api, 'asked', chat(user('One {name}')), { metadata: openAi })
    const get = async (name: string) => {
      const template = await caching.templates.get('asked', { input_variables: { name } })
      return textsOf(template!.prompt_template as never)[0]
    }
    assert.equal(await get('Ada'), 'One Ada')
    await publish(api, 'asked', chat(user('Two {name}')), { metadata: openAi })
    assert.equal(await get('Grace'), 'One Grace')
    await caching.templates.publish({
      prompt_name: 'asked',
      prompt_template: {
        type: 'chat',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Three {name}' }] }],
      },
    })
    assert.equal(await get('Ada'), 'Three Ada')
  })

  it('runs its own rendering and links it to the version', async () => {
    const { id } = await publish(world.app.api, 'cached run', chat(user('Hi {name}')), { metadata: openAi })
    for (const name of ['Ada', 'Grace']) {
      const answer = await run(caching, { promptName: 'cached run', inputVariables: { name } })
      const row = await readBack(world.app.api, answer.request_id)
      assert.deepEqual(messageLines(row.prompt_blueprint), [
        `user: Hi ${name}`,
        'assistant: Hello from chat.',
      ])
      assert.deepEqual(
        [row.prompt_id, row.prompt_version_number, row.prompt_input_variables],
        [id, 1, { name }],
      )
    }
  })

  it('leaves a template with a placeholder to our server', async () => {
    const chatWithPlaceholder = chat(user('Before'), { role: 'placeholder', name: 'history' })
    await publish(world.app.api, 'placed', chatWithPlaceholder, { metadata: openAi })
    const history = [user('From the history')]
    const template = await caching.templates.get('placed', { input_variables: { history } })
    assert.deepEqual(textsOf(template!.prompt_template as never), ['Before', 'From the history'])
  })
})
