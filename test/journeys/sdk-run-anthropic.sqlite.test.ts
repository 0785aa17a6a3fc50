import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { run, runStream, startSdkWorld } from './support/sdk.ts'
import { chat, message, model, publish, text, user } from './support/templates.ts'

const claude = model('anthropic', 'claude-opus-5-5', { parameters: { max_tokens: 100 } })
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const weather = { type: 'function', function: { name: 'weather', description: 'The weather', parameters } }

describe('run() of the SDK with Anthropic', () => {
  const world = ofSuite(startSdkWorld)
  before(async () => {
    const { api } = world.app
    const kind = chat(message('system', 'Be kind.'), user('Hi {name}'))
    await publish(api, 'claude', kind, { metadata: claude, labels: ['prod'] })
    await publish(api, 'claude tools', { ...chat(user('Weather?')), tools: [weather] }, { metadata: claude })
  })

  it('calls messages and logs the whole exchange', async () => {
    const { promptLayer, app, anthropic } = world
    const answer = await run(promptLayer, {
      promptName: 'claude',
      promptReleaseLabel: 'prod',
      inputVariables: { name: 'Ada' },
      tags: ['claude'],
      metadata: { customer: 'c2' },
    })
    assert.deepEqual(anthropic.lastCall().body, {
      model: 'claude-opus-5-5',
      max_tokens: 100,
      system: 'Be kind.',
      messages: [{ role: 'user', content: text('Hi Ada') }],
      stream: false,
    })
    assert.equal(answer.raw_response.content[0].text, 'Hello from Claude.')
    const row = await readBack(app.api, answer.request_id)
    assert.deepEqual(
      [row.provider, row.model, row.input_tokens, row.output_tokens, row.function_name],
      ['anthropic', 'claude-opus-5-5', 14, 6, 'anthropic.messages.create'],
    )
    assert.deepEqual([row.tags, row.metadata, row.prompt_version_number], [['claude'], { customer: 'c2' }, 1])
    assert.deepEqual(messageLines(row.prompt_blueprint), [
      'system: Be kind.',
      'user: Hi Ada',
      'assistant: Hello from Claude.',
    ])
    assert.equal(row.prompt_blueprint.metadata.model.parameters.max_tokens, 100)
  })

  const assertToolUse = async (id: number) => {
    const { prompt_blueprint, tokens } = await readBack(world.app.api, id)
    const reply = prompt_blueprint.prompt_template.messages.at(-1)
    assert.equal(reply.content[0].text, 'Let me look.')
    const [call] = reply.tool_calls
    assert.deepEqual([call.id, call.function.name], ['toolu_1', 'weather'])
    assert.deepEqual(JSON.parse(call.function.arguments), { city: 'Oslo' })
    assert.equal(prompt_blueprint.prompt_template.tools[0].function.name, 'weather')
    assert.equal(tokens, 20)
  }

  it('offers tools and logs their use', async () => {
    const answer = await run(world.promptLayer, { promptName: 'claude tools' })
    const [tool] = world.anthropic.lastCall().body.tools
    assert.deepEqual([tool.name, tool.input_schema], ['weather', parameters])
    await assertToolUse(answer.request_id)
  })

  it('streams text, and logs once the stream is over', async () => {
    const answers = await runStream(world.promptLayer, {
      promptName: 'claude',
      inputVariables: { name: 'Ada' },
    })
    assert.ok(answers.slice(0, -1).every(({ request_id }) => request_id === null))
    const last = answers.at(-1)!
    const row = await readBack(world.app.api, last.request_id)
    assert.deepEqual([row.input_tokens, row.output_tokens], [14, 6])
    assert.equal(messageLines(row.prompt_blueprint).at(-1), 'assistant: Hello from Claude.')
    assert.deepEqual(row.prompt_blueprint, last.prompt_blueprint)
  })

  it('streams the use of a tool', async () => {
    const answers = await runStream(world.promptLayer, { promptName: 'claude tools' })
    await assertToolUse(answers.at(-1)!.request_id)
  })
})
