import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import {
  assertRefused,
  chat,
  jinja,
  model,
  pathOf,
  publish,
  read,
  readRaw,
  text,
  textsOf,
  tryPublish,
  user,
} from './support/templates.ts'
import { createTool } from './support/tools.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const weather = { name: 'weather', description: 'The weather', strict: true, parameters }
const builtIns = [
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
  'google_maps',
  'url_context',
  'mcp',
  'bash',
  'shell',
  'apply_patch',
  'text_editor',
]
const builtIn = (type: string) => ({
  id: type,
  name: type,
  description: 'd',
  provider: 'openai',
  type,
  config: { type },
})

describe('tools and messages of a chat', () => {
  const app = appOfSuite()

  const tools = [
    { type: 'function', function: weather },
    ...builtIns.map(builtIn),
    { type: 'variable', name: 'more_tools' },
  ]
  for (const tool of tools)
    it(`a tool of type ${tool.type} is returned unchanged`, async () => {
      const name = `tool ${tool.type}`
      await publish(app.api, name, { ...chat(user('Hi')), tools: [tool] })
      assert.deepEqual((await readRaw(app.api, name)).prompt_template.tools, [tool])
    })

  it('a tool of type registry is returned unchanged', async () => {
    const { tool_registry } = await createTool(app.api, 'forecast')
    const tool = { type: 'registry', tool_registry_id: tool_registry.id, label: null, version_number: 1 }
    await publish(app.api, 'tool registry', { ...chat(user('Hi')), tools: [tool] })
    assert.deepEqual((await readRaw(app.api, 'tool registry')).prompt_template.tools, [tool])
  })

  it('functions and choices are returned unchanged', async () => {
    const choices = [
      { tool_choice: 'auto', function_call: 'none' },
      {
        tool_choice: { type: 'function', function: { name: 'weather' } },
        function_call: { name: 'weather' },
      },
    ]
    for (const choice of choices) {
      await publish(app.api, 'chosen', { ...chat(user('Hi')), functions: [weather], ...choice })
      const { functions, tool_choice, function_call } = (await readRaw(app.api, 'chosen')).prompt_template
      assert.deepEqual([functions, { tool_choice, function_call }], [[weather], choice])
    }
  })

  it('an invalid tool is refused', async () => {
    const path = 'body.prompt_version.prompt_template.tools.0'
    const refused = async (tool: unknown, field: string) =>
      assertRefused(await tryPublish(app.api, 'x', { ...chat(user('Hi')), tools: [tool] }), 422, field)
    await refused({ type: 'hammer' }, `${path}.type`)
    await refused({ type: 'function' }, `${path}.function`)
    await refused({ type: 'registry' }, `${path}.tool_registry_id`)
    await refused({ type: 'variable' }, `${path}.name`)
  })

  it('a variable is replaced by its list of tools', async () => {
    const template = { ...chat(user('Hi')), tools: [{ type: 'variable', name: 'more' }] }
    const metadata = model('openai', 'gpt-4o-mini')
    const published = await publish(app.api, 'variable tools', template, { metadata })
    assert.deepEqual(published.prompt_template.input_variables, ['more'])
    const more = [
      { name: 'a', description: 'A', parameters },
      { name: 'b', description: 'B', input_schema: parameters },
    ]
    const { llm_kwargs } = await read(app.api, 'variable tools', { input_variables: { more } })
    const offered = llm_kwargs.tools.map((tool: { function: typeof weather }) => [
      tool.function.name,
      tool.function.parameters,
    ])
    assert.deepEqual(offered, [
      ['a', parameters],
      ['b', parameters],
    ])
  })

  it('messages of every role are returned unchanged', async () => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"{city}"}' },
      tool_id: null,
    }
    const messages = [
      { role: 'system', content: text('s'), name: 'sys' },
      { role: 'developer', content: text('d') },
      { role: 'user', content: text('u'), name: 'Ada' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', content: text('t'), tool_call_id: 'c1' },
      { role: 'assistant', content: text('a'), function_call: { name: 'weather', arguments: '{}' } },
      { role: 'function', content: text('f'), name: 'weather' },
      { role: 'placeholder', name: 'history' },
    ]
    const published = await publish(app.api, 'roles', chat(...messages))
    assert.deepEqual(published.prompt_template.input_variables, ['city', 'history'])
    const stored = (await readRaw(app.api, 'roles')).prompt_template.messages
    for (const [index, message] of messages.entries()) {
      const { content, ...rest } = message
      for (const [key, value] of Object.entries(rest))
        assert.deepEqual(stored[index][key], value, `${index} ${key}`)
      assert.deepEqual(stored[index].content?.[0].text, content?.[0]?.text)
    }
  })

  it('a placeholder is replaced by the messages of its variable, which are not rendered', async () => {
    const withPlaceholder = chat(
      user('Before {x}'),
      { role: 'placeholder', name: 'history' },
      jinja(user('After {{ x }}')),
    )
    await publish(app.api, 'placed', withPlaceholder, { metadata: model('openai', 'gpt-4o-mini') })
    const history = [user('{x} and {{ x }}'), { role: 'assistant', content: text('Yes') }]
    const template = await read(app.api, 'placed', { input_variables: { x: '1', history } })
    assert.deepEqual(textsOf(template.prompt_template), ['Before 1', '{x} and {{ x }}', 'Yes', 'After 1'])
    assert.deepEqual(
      template.llm_kwargs.messages.map((message: { role: string }) => message.role),
      ['user', 'user', 'assistant', 'user'],
    )
    const without = await read(app.api, 'placed', { input_variables: { x: '1' } })
    assert.deepEqual(
      without.prompt_template.messages.map((message: { role: string }) => message.role),
      ['user', 'placeholder', 'user'],
    )
    assert.equal(without.llm_kwargs.messages.length, 2)
    assert.match(without.warning, /history/)
  })

  it('a value of a placeholder that is not a list of messages is refused', async () => {
    await publish(app.api, 'strict', chat({ role: 'placeholder', name: 'history' }))
    for (const history of ['text', [{ role: 'user', content: 5 }], [5]]) {
      const reply = await app.api.post(pathOf('strict'), { input_variables: { history } })
      assert.equal(reply.status, 422, JSON.stringify(history))
    }
  })
})
