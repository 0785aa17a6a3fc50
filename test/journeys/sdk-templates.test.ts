import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { PromptLayer, startSdkWorld } from './support/sdk.ts'
import { model, pathOf, text, textsOf } from './support/templates.ts'

describe('templates through the SDK', () => {
  const world = ofSuite(startSdkWorld)

  const publish = (prompt_name: string, words: string, rest: object = {}) =>
    world.promptLayer.templates.publish({
      prompt_name,
      prompt_template: {
        type: 'chat',
        messages: [{ role: 'user', content: [{ type: 'text', text: words }] }],
      },
      ...rest,
    })

  it('publishes versions and reads the latest, a version and a label', async () => {
    const first = await publish('greeting', 'Hi {name}', {
      tags: ['warm'],
      commit_message: 'first',
      release_labels: ['prod'],
    })
    const second = await publish('greeting', 'Hello {name}')
    assert.equal(first.id, second.id)
    const get = async (params?: object) => {
      const template = await world.promptLayer.templates.get('greeting', params)
      return [template?.version, ...textsOf(template!.prompt_template as never)]
    }
    assert.deepEqual(await get(), [2, 'Hello {name}'])
    assert.deepEqual(await get({ version: 1 }), [1, 'Hi {name}'])
    assert.deepEqual(await get({ label: 'prod' }), [1, 'Hi {name}'])
    assert.deepEqual(await get({ label: 'prod', version: 2 }), [1, 'Hi {name}'])
    assert.deepEqual(await get({ input_variables: { name: 'Ada' } }), [2, 'Hello Ada'])
    const template = await world.promptLayer.templates.get('greeting', { version: 1 })
    assert.deepEqual([template?.tags, template?.commit_message], [['warm'], 'first'])
  })

  it('reads the template for another provider and model', async () => {
    await publish('ported', 'Hi', {
      metadata: model('openai', 'gpt-4o-mini', {
        parameters: { temperature: 0.5, max_completion_tokens: 50 },
      }),
    })
    const template = await world.promptLayer.templates.get('ported', {
      provider: 'anthropic',
      model: 'claude-opus-5-5',
    })
    assert.equal(template?.metadata?.model?.provider, 'anthropic')
    assert.deepEqual(template?.llm_kwargs, {
      model: 'claude-opus-5-5',
      messages: [{ role: 'user', content: text('Hi') }],
      temperature: 0.5,
      max_tokens: 50,
    })
    const overridden = await world.promptLayer.templates.get('ported', {
      model_parameter_overrides: { maxOutputTokens: 9 },
    })
    assert.equal(overridden?.llm_kwargs?.['max_completion_tokens'], 9)
  })

  it('lists templates by page and by label', async () => {
    for (const name of ['list one', 'list two', 'list three']) await publish(name, name)
    await publish('list two', 'labelled', { release_labels: ['listed'] })
    await publish('list two', 'newer')
    const names = async (params?: object) =>
      (await world.promptLayer.templates.all(params)).map(({ prompt_name, version }) => [
        prompt_name,
        version,
      ])
    assert.deepEqual((await names()).slice(0, 3), [
      ['list three', 1],
      ['list two', 3],
      ['list one', 1],
    ])
    assert.deepEqual(await names({ page: 2, per_page: 1 }), [['list two', 3]])
    assert.deepEqual(await names({ label: 'listed' }), [['list two', 2]])
  })

  it("throws the server's message", async () => {
    const { templates } = world.promptLayer
    await assert.rejects(templates.get('nobody'), /There is no such prompt template/)
    await assert.rejects(templates.get('greeting', { label: 'nowhere' }), /no such release label/)
    await assert.rejects(publish('x'.repeat(513), 'Hi'), /body\.prompt_template\.prompt_name/)
    const stranger = new PromptLayer({ apiKey: 'pl_unknown', baseURL: world.app.baseUrl })
    await assert.rejects(
      stranger.templates.get('greeting'),
      /API key is missing, unknown or revoked\. Send a key in the header X-API-KEY/,
    )
    const quiet = new PromptLayer({ apiKey: world.app.key, baseURL: world.app.baseUrl, throwOnError: false })
    assert.equal(await quiet.templates.get('nobody'), null)
  })

  for (const name of [
    'team/mail/welcome',
    'two words',
    'grüße 你好 🎉',
    'v1.2.beta',
    "it's (fine)!",
    'a+b&c=d',
  ])
    it(`reads a template named ${name}`, async () => {
      const { id } = await publish(name, `I am ${name}`)
      const template = await world.promptLayer.templates.get(name)
      assert.deepEqual([template?.id, template?.prompt_name], [id, name])
      const { body } = await world.app.api.get(pathOf(name))
      assert.deepEqual(textsOf(body.prompt_template), [`I am ${name}`])
    })
})
