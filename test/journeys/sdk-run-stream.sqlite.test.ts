import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pixel } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { runStream, startSdkWorld } from './support/sdk.ts'
import { chat, completion, message, model, publish, user } from './support/templates.ts'

const weather = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: {} } },
}

describe('run() of the SDK, streaming from OpenAI', () => {
  const world = ofSuite(startSdkWorld)

  /** Publishes, streams to the end, and returns the logged request. */
  const stream = async (name: string, template: unknown, modelName: string, api_type: string) => {
    const { app, promptLayer } = world
    await publish(app.api, name, template, { metadata: model('openai', modelName, { api_type }) })
    const answers = await runStream(promptLayer, {
      promptName: name,
      inputVariables: { name: 'Ada' },
      tags: ['streamed'],
    })
    assert.ok(
      answers.slice(0, -1).every(({ request_id }) => request_id === null),
      'logged before the end',
    )
    const last = answers.at(-1)!
    const row = await readBack(app.api, last.request_id)
    assert.deepEqual(row.prompt_blueprint, last.prompt_blueprint)
    assert.deepEqual(
      [row.tags, row.status, row.prompt_input_variables],
      [['streamed'], 'SUCCESS', { name: 'Ada' }],
    )
    return { row, answers }
  }
  const kind = chat(message('system', 'Be kind.'), user('Hi {name}'))

  it('logs chat completions with the usage of the last chunk', async () => {
    const { row, answers } = await stream('chat', kind, 'gpt-4o-mini', 'chat-completions')
    assert.deepEqual(world.openAi.lastCall().body.stream_options, { include_usage: true })
    assert.deepEqual(answers[1]?.raw_response.choices[0].delta, { content: 'Hello ' })
    assert.deepEqual([row.input_tokens, row.output_tokens], [11, 7])
    assert.deepEqual(messageLines(row.prompt_blueprint), [
      'system: Be kind.',
      'user: Hi Ada',
      'assistant: Hello from chat.',
    ])
  })

  it('logs a tool call that came in pieces', async () => {
    for (const [name, api_type] of [
      ['chat tools', 'chat-completions'],
      ['responses tools', 'responses'],
    ] as const) {
      const { row } = await stream(name, { ...chat(user('?')), tools: [weather] }, 'gpt-4o-mini', api_type)
      const [call] = row.prompt_blueprint.prompt_template.messages.at(-1).tool_calls
      assert.deepEqual(
        [call.id, call.function],
        ['call_1', { name: 'weather', arguments: '{"city":"Oslo"}' }],
      )
    }
  })

  it('logs the Responses API', async () => {
    const { row } = await stream('responses', kind, 'gpt-4o-mini', 'responses')
    assert.deepEqual([row.input_tokens, row.output_tokens], [12, 8])
    assert.deepEqual(messageLines(row.prompt_blueprint), [
      'system: Be kind.',
      'user: Hi Ada',
      'assistant: Hello from responses.',
    ])
  })

  it('logs text completions', async () => {
    const { row } = await stream(
      'text',
      completion('Say {name}'),
      'gpt-3.5-turbo-instruct',
      'chat-completions',
    )
    const { content } = row.prompt_blueprint.prompt_template
    assert.deepEqual([content[0].text, content[1].text], ['Say Ada', 'Hello from text.'])
  })

  it('logs images', async () => {
    const { row } = await stream('image', completion('Paint {name}'), 'gpt-image-1', 'images')
    const { content } = row.prompt_blueprint.prompt_template
    assert.deepEqual([content[1].type, content[1].url], ['output_media', pixel])
  })
})
