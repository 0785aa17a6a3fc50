import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { pixel } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { draftOf, gpt, runOf, runPath, startRunWorld } from './support/running.ts'
import { assertRefused, chat, completion, message, model, publish, user } from './support/templates.ts'

const kind = chat(message('system', 'Be kind.'), user('Hi {name}'))

describe('running a template', () => {
  const world = ofSuite(startRunWorld)
  before(async () => {
    const metadata = gpt({ parameters: { temperature: 0.5 } })
    await publish(world.api, 'greeting', kind, { metadata, labels: ['prod'] })
    await publish(world.api, 'greeting', chat(user('Newer {name}')), { metadata })
  })

  it('calls the model, logs the call and returns the answer', async () => {
    const { api, openAi } = world
    const before = Date.now()
    const group = (await api.post('/create-group', {})).body.id
    const body = await runOf(api, {
      prompt_name: 'greeting',
      label: 'prod',
      input_variables: { name: 'Ada' },
      tags: ['one'],
      metadata: { customer: 'c1' },
      group_id: group,
    })
    assert.deepEqual(openAi.lastCall().body, {
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'Hi Ada' }] },
      ],
      temperature: 0.5,
      stream: false,
    })
    const { output, latency_ms, waited_ms, cost, request_id, ...rest } = body
    assert.deepEqual(rest, {
      success: true,
      prompt: { id: 1, name: 'greeting', version: 1, label: 'prod' },
      model: { provider: 'openai', name: 'gpt-4o-mini' },
      text: 'You said: Hi Ada',
      structured_output: null,
      tool_calls: [],
      stop_reason: 'answered',
      finish_reason: 'stop',
      usage: { input_tokens: 2, output_tokens: 4, cached_input_tokens: 0, reasoning_tokens: 0 },
      request_ids: [request_id],
      warning: null,
    })
    assert.equal(output[0].content[0].text, 'You said: Hi Ada')
    // 2 tokens at 0.15 and 4 at 0.60 dollars for a million.
    assert.equal(cost, '0.0000027')
    assert.ok(latency_ms >= 0 && waited_ms >= 0)

    const row = await readBack(api, request_id)
    assert.deepEqual(messageLines(row.prompt_blueprint), [
      'system: Be kind.',
      'user: Hi Ada',
      'assistant: You said: Hi Ada',
    ])
    assert.deepEqual(
      [row.status, row.prompt_id, row.prompt_version_number, row.prompt_input_variables, row.price],
      ['SUCCESS', 1, 1, { name: 'Ada' }, 0.0000027],
    )
    assert.deepEqual([row.tags, row.metadata, row.group_id], [['one'], { customer: 'c1' }, group])
    const [start, end] = [Date.parse(row.request_start_time), Date.parse(row.request_end_time)]
    assert.ok(before <= start + 1 && start <= end && end <= Date.now())
  })

  it('runs the requested version, parameters and model', async () => {
    const { api, openAi } = world
    const versionOf = async (more: object) =>
      (await runOf(api, { prompt_name: 'greeting', input_variables: { name: 'Ada' }, ...more })).prompt
        .version
    assert.equal(await versionOf({}), 2)
    assert.equal(await versionOf({ version: 1 }), 1)
    assert.equal(await versionOf({ model: 'gpt-5', model_parameter_overrides: { temperature: 1 } }), 2)
    assert.deepEqual([openAi.lastCall().body.model, openAi.lastCall().body.temperature], ['gpt-5', 1])
    const byId = await runOf(api, { prompt_id: 1, input_variables: { name: 'Ada' } })
    assert.equal(byId.prompt.name, 'greeting')
  })

  it('resolves a dynamic label by the metadata and returns the served version', async () => {
    const { api } = world
    const rules = [
      { segment: { plan: 'pro' }, splits: [{ version_number: 2, percentage: 100 }] },
      { segment: null, splits: [{ version_number: 1, percentage: 100 }] },
    ]
    const created = await api.post('/api/public/v2/dynamic-labels', { prompt_id: 1, name: 'split', rules })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    for (const [metadata, version] of [
      [{ plan: 'pro' }, 2],
      [{ plan: 'free' }, 1],
    ] as const) {
      const body = await runOf(api, { prompt_name: 'greeting', label: 'split', metadata })
      assert.deepEqual([body.prompt.version, body.prompt.label], [version, 'split'])
      assert.equal((await readBack(api, body.request_id)).prompt_version_number, version)
      assert.match(body.warning, /without a value: name/)
    }
  })

  it('runs a draft with snippets, followed by the history of the chat', async () => {
    const { api, openAi } = world
    await publish(api, 'manners', completion('Be brief.'))
    const body = await runOf(api, {
      ...draftOf(chat(message('system', '@@@manners@@@'), user('Hi {{literally}}'))),
      chat_history: [
        { role: 'assistant', content: 'Hello.' },
        { role: 'user', content: 'And you?' },
      ],
    })
    assert.deepEqual(
      openAi.lastCall().body.messages.map(({ role }: { role: string }) => role),
      ['system', 'user', 'assistant', 'user'],
    )
    assert.equal(openAi.lastCall().body.messages[0].content, 'Be brief.')
    assert.deepEqual([body.prompt, body.text], [null, 'You said: And you?'])
    assert.equal((await readBack(api, body.request_id)).prompt_id, null)
  })

  it('accepts and returns images', async () => {
    const { api, openAi } = world
    const picture = { type: 'media_variable', name: 'picture' }
    await runOf(api, {
      ...draftOf(chat({ role: 'user', content: [picture] })),
      input_variables: { picture: [pixel] },
    })
    const [part] = openAi.lastCall().body.messages[0].content
    assert.equal(part.type, 'image_url')
    assert.match(part.image_url.url, /^data:image\/png;base64,/)

    const painted = await runOf(api, {
      ...draftOf(completion('Paint a cat'), model('openai', 'gpt-image-1', { api_type: 'images' })),
    })
    assert.deepEqual(
      painted.output[0].content.map(({ type, url }: { type: string; url: string }) => [type, url]),
      [['output_media', pixel]],
    )
  })

  it('refuses templates that cannot run, without a call', async () => {
    const { api, openAi } = world
    const calls = openAi.calls.length
    const refused = async (body: object, status: number, ...loc: string[]) =>
      assertRefused(await api.post(runPath, body), status, ...loc)
    await refused({ prompt_name: 'nothing' }, 404)
    await refused({ prompt_id: 987 }, 404)
    await refused({ prompt_name: 'greeting', version: 9 }, 404)
    await refused({ prompt_name: 'greeting', group_id: 987 }, 404)
    await refused({}, 422, 'body.prompt_name')
    await refused({ prompt_name: 'a', prompt_id: 1 }, 422, 'body.prompt_name')
    await refused({ draft: { prompt_template: kind } }, 400)
    await refused({ ...draftOf(chat(user('{% if %}')), gpt()), version: 1 }, 422, 'body.draft')
    await refused({ prompt_name: 'manners', model: 'gpt-5', provider: 'openai', chat_history: ['x'] }, 400)
    await refused({ prompt_name: 'greeting', chat_history: ['x'] }, 422, 'body.chat_history')
    await refused({ prompt_name: 'greeting', provider: 'mine', model: 'x' }, 422, 'provider')
    assert.equal(openAi.calls.length, calls)
  })
})
