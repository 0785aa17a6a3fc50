import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { pixel } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { run, startSdkWorld } from './support/sdk.ts'
import { chat, completion, message, model, publish, text, user } from './support/templates.ts'

const kind = chat(message('system', 'Be kind.'), user('Hi {name}'))

describe('run() of the SDK with OpenAI', () => {
  const world = ofSuite(startSdkWorld)
  before(async () => {
    const { api } = world.app
    const openAi = (name: string, api_type: string, parameters: object = {}) => ({
      metadata: model('openai', name, { api_type, parameters }),
    })
    await publish(api, 'chat', kind, {
      ...openAi('gpt-4o-mini', 'chat-completions', { temperature: 0 }),
      labels: ['prod'],
    })
    await publish(api, 'responses', kind, openAi('gpt-4o-mini', 'responses'))
    await publish(api, 'text', completion('Say {name}'), openAi('gpt-3.5-turbo-instruct', 'chat-completions'))
    await publish(
      api,
      'image',
      completion('Paint {name}'),
      openAi('gpt-image-1', 'images', { size: '1024x1024' }),
    )
  })

  it('calls chat completions and logs the whole exchange', async () => {
    const { promptLayer, app, openAi } = world
    const group = (await promptLayer.group.create()) as number
    const before = Date.now()
    const answer = await run(promptLayer, {
      promptName: 'chat',
      inputVariables: { name: 'Ada' },
      tags: ['one', 'two'],
      metadata: { customer: 'c1' },
      groupId: group,
    })
    assert.deepEqual(openAi.lastCall().body, {
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: text('Hi Ada') },
      ],
      temperature: 0,
      stream: false,
    })
    assert.equal(answer.raw_response.choices[0].message.content, 'Hello from chat.')
    const { prompt_blueprint, request_start_time, request_end_time, latency_ms, ...row } = await readBack(
      app.api,
      answer.request_id,
    )
    assert.deepEqual(row, {
      success: true,
      request_id: answer.request_id,
      provider: 'openai',
      model: 'gpt-4o-mini',
      input_tokens: 11,
      output_tokens: 7,
      tokens: 18,
      // 11 x 0.15 + 7 x 0.6 = 5.85 millionths
      price: 0.00000585,
      price_source: 'computed',
      trace_id: null,
      status: 'SUCCESS',
      error_type: null,
      error_message: null,
      function_name: 'openai.chat.completions.create',
      prompt_id: 1,
      prompt_name: 'chat',
      prompt_version_number: 1,
      prompt_label: null,
      source: 'app',
      prompt_input_variables: { name: 'Ada' },
      tags: ['one', 'two'],
      metadata: { customer: 'c1' },
      scores: [],
      group_id: group,
      attempts: null,
      time_to_first_token_ms: null,
      output_tokens_per_second: null,
      body_unavailable: null,
      media: [],
      waited_ms: null,
    })
    const [start, end] = [Date.parse(request_start_time), Date.parse(request_end_time)]
    assert.ok(before <= start && start <= end && end <= Date.now())
    assert.equal(latency_ms, end - start)
    assert.deepEqual(messageLines(prompt_blueprint), [
      'system: Be kind.',
      'user: Hi Ada',
      'assistant: Hello from chat.',
    ])
    assert.equal(prompt_blueprint.metadata.model.parameters.temperature, 0)
    assert.deepEqual(prompt_blueprint, answer.prompt_blueprint)
  })

  it('calls the Responses API', async () => {
    const answer = await run(world.promptLayer, { promptName: 'responses', inputVariables: { name: 'Ada' } })
    assert.deepEqual(world.openAi.lastCall().path, '/responses')
    const row = await readBack(world.app.api, answer.request_id)
    assert.deepEqual(
      [row.function_name, row.input_tokens, row.output_tokens],
      ['openai.responses.create', 12, 8],
    )
    assert.deepEqual(messageLines(row.prompt_blueprint), [
      'system: Be kind.',
      'user: Hi Ada',
      'assistant: Hello from responses.',
    ])
    assert.equal(row.prompt_blueprint.metadata.model.api_type, 'responses')
  })

  it('calls text completions', async () => {
    const answer = await run(world.promptLayer, { promptName: 'text', inputVariables: { name: 'cheese' } })
    assert.equal(world.openAi.lastCall().body.prompt, 'Say cheese')
    const row = await readBack(world.app.api, answer.request_id)
    assert.deepEqual([row.function_name, row.tokens], ['openai.completions.create', 9])
    const { content } = row.prompt_blueprint.prompt_template
    assert.deepEqual(
      content.map((block: { text: string }) => block.text),
      ['Say cheese', 'Hello from text.'],
    )
  })

  it('makes an image', async () => {
    const answer = await run(world.promptLayer, { promptName: 'image', inputVariables: { name: 'a cat' } })
    assert.deepEqual(world.openAi.lastCall().body, {
      model: 'gpt-image-1',
      prompt: 'Paint a cat',
      size: '1024x1024',
      stream: false,
    })
    const row = await readBack(world.app.api, answer.request_id)
    assert.deepEqual(
      [row.function_name, row.input_tokens, row.output_tokens],
      ['openai.images.generate', 13, 272],
    )
    const [question, picture] = row.prompt_blueprint.prompt_template.content
    assert.equal(question.text, 'Paint a cat')
    assert.deepEqual([picture.type, picture.url, picture.mime_type], ['output_media', pixel, 'image/png'])
  })

  it('runs the requested version or label, with the requested parameters', async () => {
    const { promptLayer, app, openAi } = world
    await publish(app.api, 'chat', chat(user('Newer {name}')), {
      metadata: model('openai', 'gpt-4o-mini', { api_type: 'chat-completions' }),
    })
    const versionRun = async (request: object) => {
      const answer = await run(promptLayer, {
        promptName: 'chat',
        inputVariables: { name: 'Ada' },
        ...request,
      })
      return (await readBack(app.api, answer.request_id)).prompt_version_number
    }
    assert.equal(await versionRun({}), 2)
    assert.equal(await versionRun({ promptVersion: 1 }), 1)
    assert.equal(await versionRun({ promptReleaseLabel: 'prod' }), 1)
    assert.equal(
      await versionRun({ promptReleaseLabel: 'prod', modelParameterOverrides: { temperature: 1 } }),
      1,
    )
    assert.equal(openAi.lastCall().body.temperature, 1)
    assert.equal(await versionRun({ model: 'gpt-5' }), 2)
    assert.equal(openAi.lastCall().body.model, 'gpt-5')
  })

  it('offers custom tools and logs the call that the model makes', async () => {
    const { promptLayer, app, openAi } = world
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const weather = { name: 'weather', description: 'The weather', strict: false, parameters }
    const template = {
      ...chat(user('Weather?')),
      tools: [{ type: 'function', function: weather }],
      tool_choice: 'auto',
    }
    for (const [name, api_type] of [
      ['tool chat', 'chat-completions'],
      ['tool responses', 'responses'],
    ] as const) {
      await publish(app.api, name, template, { metadata: model('openai', 'gpt-4o-mini', { api_type }) })
      const answer = await run(promptLayer, { promptName: name })
      const { body } = openAi.lastCall()
      const [tool] = body.tools
      assert.deepEqual((tool.function ?? tool).parameters, parameters)
      assert.equal(body.tool_choice, 'auto')
      const { prompt_template } = (await readBack(app.api, answer.request_id)).prompt_blueprint
      const [call] = prompt_template.messages.at(-1).tool_calls
      assert.deepEqual(
        [call.id, call.function],
        ['call_1', { name: 'weather', arguments: '{"city":"Oslo"}' }],
      )
      assert.equal(prompt_template.tools[0].function.name, 'weather')
    }
  })
})
