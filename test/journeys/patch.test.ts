import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import {
  assertRefused,
  chat,
  completion,
  message,
  model,
  pathOf,
  publish,
  readRaw,
  text,
  textsOf,
  user,
} from './support/templates.ts'

const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })
const metadata = {
  ...model('openai', 'gpt-4o-mini', { parameters: { temperature: 1, top_p: 0.5 } }),
  team: 'x',
}

describe('patching', () => {
  const app = appOfSuite()

  let number = 0
  /** Publishes a chat template of three messages; returns a function that patches it. */
  const fresh = async (template: object = {}) => {
    const name = `patched ${++number}`
    const base = chat(message('system', 'a'), user('b'), user('c'))
    await publish(
      app.api,
      name,
      { ...base, tools: [tool('one'), tool('two')], tool_choice: 'auto', ...template },
      {
        metadata,
        labels: ['prod'],
        commit: 'base',
      },
    )
    const patch = (body: unknown) => app.api.patch(`/rest${pathOf(name)}`, body)
    const patched = async (body: unknown) => {
      return bodyOf(await patch(body), 201)
    }
    return { name, patch, patched }
  }

  it('replaces the messages that an object names, or all by an array', async () => {
    const { patched, name } = await fresh()
    const byIndex = await patched({ messages: { '1': user('B {x}') }, commit_message: 'patched' })
    assert.deepEqual([byIndex.version_number, byIndex.commit_message], [2, 'patched'])
    assert.deepEqual(textsOf(byIndex.prompt_template), ['a', 'B {x}', 'c'])
    assert.deepEqual(byIndex.prompt_template.input_variables, ['x'])
    assert.equal(byIndex.metadata.team, 'x')
    const byArray = await patched({ messages: [user('alone')] })
    assert.deepEqual([byArray.version_number, textsOf(byArray.prompt_template)], [3, ['alone']])
    assert.deepEqual([byArray.commit_message, byArray.release_labels], [null, []])
    assert.deepEqual(textsOf((await readRaw(app.api, name, '?version=1')).prompt_template), ['a', 'b', 'c'])
  })

  it('makes an equal version without fields', async () => {
    const { patched } = await fresh()
    const same = await patched({})
    assert.deepEqual([same.version_number, textsOf(same.prompt_template)], [2, ['a', 'b', 'c']])
  })

  it('replaces and removes tools, functions and choices', async () => {
    const { patched } = await fresh()
    const names = (list: { function: { name: string } }[] | null) => list?.map((one) => one.function.name)
    const one = await patched({
      tools: { '1': tool('second') },
      tool_choice: { type: 'function', function: { name: 'one' } },
    })
    assert.deepEqual(names(one.prompt_template.tools), ['one', 'second'])
    assert.equal(one.prompt_template.tool_choice.function.name, 'one')
    const all = await patched({
      tools: [tool('only')],
      functions: [{ name: 'old' }],
      function_call: { name: 'old' },
    })
    assert.deepEqual(names(all.prompt_template.tools), ['only'])
    assert.equal(all.prompt_template.functions[0].name, 'old')
    const none = await patched({ tools: null, functions: null, function_call: null, tool_choice: null })
    const { tools, functions, function_call, tool_choice } = none.prompt_template
    assert.deepEqual([tools, functions, function_call, tool_choice], [null, null, null, null])
  })

  it('merges model parameters one level deep, with a shorthand for the response format', async () => {
    const { patched } = await fresh()
    const parameters = async (body: object) => (await patched(body)).metadata.model.parameters
    const format = { type: 'json_object' }
    assert.deepEqual(await parameters({ model_parameters: { temperature: 0 } }), {
      temperature: 0,
      top_p: 0.5,
    })
    assert.deepEqual((await parameters({ response_format: format })).response_format, format)
    assert.deepEqual(await parameters({ response_format: null }), { temperature: 0, top_p: 0.5 })
    assert.deepEqual(
      (await parameters({ model_parameters: { response_format: format } })).response_format,
      format,
    )
  })

  it('patches the content of a completion', async () => {
    const { patched } = await fresh({ type: 'completion', content: [...text('a'), ...text('b')] })
    const { prompt_template } = await patched({ content: { '0': text('A')[0] } })
    assert.deepEqual(textsOf(prompt_template), ['A', 'b'])
    assert.deepEqual(textsOf((await patched({ content: text('all') })).prompt_template), ['all'])
  })

  it('starts from the version that the call names by number or label', async () => {
    const { patched, patch } = await fresh()
    await patched({ messages: [user('second')] })
    const fromVersion = await patched({ version: 1, messages: { '0': user('A') } })
    assert.deepEqual([fromVersion.version_number, textsOf(fromVersion.prompt_template)], [3, ['A', 'b', 'c']])
    const fromLabel = await patched({
      label: 'prod',
      messages: { '2': user('C') },
      release_labels: ['prod', 'new'],
    })
    assert.deepEqual(
      [textsOf(fromLabel.prompt_template), fromLabel.release_labels],
      [
        ['a', 'b', 'C'],
        ['prod', 'new'],
      ],
    )
    const moved = await patched({ label: 'prod' })
    assert.deepEqual(textsOf(moved.prompt_template), ['a', 'b', 'C'])
    assertRefused(await patch({ version: 99 }), 404)
    assertRefused(await patch({ label: 'nowhere' }), 404)
  })

  it('answers 400 to conflicts, indexes out of bounds and fields of the other type', async () => {
    const { patch, name } = await fresh()
    await publish(app.api, 'a completion', completion('Hi'))
    const other = (body: unknown) => app.api.patch(`/rest${pathOf('a completion')}`, body)
    const refused = [
      patch({ version: 1, label: 'prod' }),
      patch({ response_format: { type: 'text' }, model_parameters: { response_format: { type: 'text' } } }),
      patch({ messages: { '3': user('d') } }),
      patch({ messages: { '-1': user('d') } }),
      patch({ messages: { first: user('d') } }),
      patch({ tools: { '2': tool('x') } }),
      patch({ functions: { '0': { name: 'f' } } }),
      patch({ content: text('Hi') }),
      other({ messages: [user('Hi')] }),
      other({ tools: null }),
      other({ content: { '1': text('Hi')[0] } }),
      other({ model_parameters: { temperature: 0 } }),
    ]
    for (const reply of await Promise.all(refused)) {
      assertRefused(reply, 400)
      assert.equal(reply.body.success, false)
    }
    assert.equal((await readRaw(app.api, name)).version, 1)
    assert.equal((await readRaw(app.api, 'a completion')).version, 1)
  })

  it('answers 422 to entries that do not fit, and 404 to a template that is not there', async () => {
    const { patch, name } = await fresh()
    assertRefused(
      await patch({ messages: { '0': { role: 'user', content: 'Hi' } } }),
      422,
      'body.messages.0.content',
    )
    assertRefused(await patch({ messages: [{ role: 'user' }] }), 422, 'body.messages.0.content')
    assertRefused(await patch({ version: 0 }), 422, 'body.version')
    assertRefused(await patch({ commit_message: 'x'.repeat(73) }), 422, 'body.commit_message')
    assertRefused(await patch({ release_labels: [''] }), 422, 'body.release_labels.0')
    for (const response_format of [{}, { type: 1 }, { type: '' }])
      assertRefused(await patch({ response_format }), 422, 'body.response_format.type')
    assertRefused(await app.api.patch(`/rest${pathOf('nobody')}`, {}), 404)
    assert.equal((await readRaw(app.api, name)).version, 1)
  })
})
