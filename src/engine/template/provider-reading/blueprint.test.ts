import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PromptTemplate } from '../blueprint/index.ts'
import { blueprintOf, blueprintOfLog } from './index.ts'
import { outline, readCall } from './reading.cases.ts'

const facts = { provider: 'openai', model: 'gpt-4o', parameters: { seed: 0 }, apiType: null }
const text = (words: string) => [{ type: 'text', text: words }]
const chat = (...messages: object[]) => PromptTemplate.parse({ type: 'chat', messages })
const completion = (words: string) => PromptTemplate.parse({ type: 'completion', content: text(words) })

describe('blueprints of logged requests', () => {
  test('the recorded shape', () => {
    const reading = readCall({
      providerType: 'openai',
      functionName: 'openai.chat.completions.create',
      kwargs: {
        messages: [{ role: 'user', content: text('Say hello') }],
        model: 'gpt-4o-mini',
        temperature: 1,
        stream: false,
      },
    })
    assert.deepEqual(blueprintOf(reading), {
      prompt_template: {
        messages: [
          {
            input_variables: [],
            template_format: 'f-string',
            content: [
              { type: 'text', text: 'Say hello', id: null, annotations: null, thought_signature: null },
            ],
            raw_request_display_role: 'user',
            dataset_examples: [],
            role: 'user',
            name: null,
          },
        ],
        functions: [],
        tools: [],
        function_call: null,
        tool_choice: null,
        type: 'chat',
        input_variables: [],
        dataset_examples: [],
      },
      commit_message: null,
      metadata: {
        model: {
          provider: 'openai',
          model_config_display_name: null,
          base_model: null,
          name: 'gpt-4o-mini',
          parameters: { temperature: 1, stream: false },
          display_params: { temperature: '1', stream: false },
          api_type: 'chat-completions',
        },
      },
      provider_base_url_name: null,
      report_id: null,
      inference_client_name: null,
      provider_id: null,
    })
  })

  test('a log of two chats', () => {
    const blueprint = blueprintOfLog({
      ...facts,
      input: chat({ role: 'user', content: text('Hi') }),
      output: chat({ role: 'assistant', content: text('Yo') }),
    })
    const { prompt_template: template } = blueprint
    assert.deepEqual(outline(template), ['user: Hi', 'assistant: Yo'])
    assert.ok(template.type === 'chat')
    assert.deepEqual(
      template.messages.map((message) => message['raw_request_display_role']),
      ['user', 'assistant'],
    )
    assert.deepEqual(blueprint.metadata.model.display_params, { seed: '0' })
  })

  test('a chat answered with a completion', () => {
    const input = { ...chat({ role: 'user', content: text('Hi') }), function_call: 'none' } as PromptTemplate
    const { prompt_template: template } = blueprintOfLog({ ...facts, input, output: completion('Yo') })
    assert.deepEqual(outline(template), ['user: Hi', 'assistant: Yo'])
    assert.ok(template.type === 'chat' && template.function_call === 'none')
  })
})
