import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { run, runStream, startSdkWorld } from './support/sdk.ts'
import { chat, message, model, publish, user } from './support/templates.ts'

describe('run() of the SDK with OpenAI on Azure', () => {
  const world = ofSuite(startSdkWorld)
  before(async () => {
    // The vendor's Azure client does not start if this is set too.
    delete process.env['OPENAI_BASE_URL']
    const kind = chat(message('system', 'Be kind.'), user('Hi {name}'))
    for (const api_type of ['chat-completions', 'responses'])
      await publish(world.app.api, api_type, kind, {
        metadata: model('openai.azure', 'gpt-4o-mini', { api_type }),
      })
  })

  const cases = [
    ['chat-completions', '/openai/deployments/gpt-4o-mini/chat/completions', 'chat.completions', 'chat'],
    ['responses', '/openai/responses', 'responses', 'responses'],
  ] as const
  for (const [promptName, path, method, source] of cases)
    it(`logs ${promptName}, streamed or not`, async () => {
      const request = { promptName, inputVariables: { name: 'Ada' } }
      const whole = await run(world.promptLayer, request)
      assert.equal(world.azure.lastCall().path, path)
      assert.equal(world.azure.lastCall().headers['api-key'], 'sk-azure-fake')
      const streamed = (await runStream(world.promptLayer, request)).at(-1)!
      for (const { request_id, prompt_blueprint } of [whole, streamed]) {
        const row = await readBack(world.app.api, request_id)
        assert.deepEqual(
          [row.provider, row.model, row.function_name],
          ['openai.azure', 'gpt-4o-mini', `openai.AzureOpenAI.${method}.create`],
        )
        assert.ok(row.input_tokens > 0 && row.output_tokens > 0)
        assert.deepEqual(messageLines(row.prompt_blueprint), [
          'system: Be kind.',
          'user: Hi Ada',
          `assistant: Hello from ${source}.`,
        ])
        assert.deepEqual(row.prompt_blueprint, prompt_blueprint)
      }
    })
})
