import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type OpenAI from 'openai'
import { answer, messages, outline, readCall, withoutNulls } from '../reading.cases.ts'

type Params = OpenAI.Chat.ChatCompletionCreateParams
type Completion = OpenAI.Chat.ChatCompletion

const completion = (message: Partial<OpenAI.Chat.ChatCompletionMessage>, reason = 'stop'): Completion => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_771_864_628,
  model: 'gpt-4o-2024-08-06',
  choices: [
    {
      index: 0,
      finish_reason: reason as 'stop',
      logprobs: null,
      message: { role: 'assistant', content: null, refusal: null, ...message },
    },
  ],
  usage: {
    prompt_tokens: 80,
    completion_tokens: 23,
    total_tokens: 103,
    prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 7 },
  },
})

const chat = (kwargs: Params, response: unknown = {}, functionName = 'openai.chat.completions.create') =>
  readCall({ providerType: 'openai', functionName, kwargs: { ...kwargs }, response })

const weather = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
} satisfies OpenAI.Chat.ChatCompletionTool

const ask: Params = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] }

describe('openai chat completions', () => {
  test('messages, answer, usage and facts', () => {
    const reading = chat(
      {
        model: 'gpt-4o',
        temperature: 0.5,
        stream: false,
        messages: [
          { role: 'developer', content: 'Be brief' },
          { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        ],
      },
      completion({ content: 'Hi there' }),
    )
    assert.deepEqual(outline(reading.template), ['developer: Be brief', 'user: Hello', 'assistant: Hi there'])
    assert.deepEqual(reading.usage, {
      inputTokens: 80,
      outputTokens: 23,
      cachedInputTokens: 64,
      reasoningTokens: 7,
    })
    assert.deepEqual(
      [
        reading.provider,
        reading.model,
        reading.apiType,
        reading.finishReason,
        reading.inputText,
        reading.outputText,
      ],
      ['openai', 'gpt-4o', 'chat-completions', 'stop', 'Be brief\nHello', 'Hi there'],
    )
    assert.deepEqual(reading.parameters, { temperature: 0.5, stream: false })
    assert.deepEqual(reading.displayParams, { temperature: '0.5', stream: false })
  })

  test('messages have the recorded form', () => {
    assert.deepEqual(answer(chat(ask, completion({ content: 'Hi' }))), {
      role: 'assistant',
      input_variables: [],
      template_format: 'f-string',
      raw_request_display_role: 'assistant',
      dataset_examples: [],
      content: [{ type: 'text', text: 'Hi', id: null, annotations: null, thought_signature: null }],
      name: null,
      function_call: null,
      tool_calls: null,
    })
  })

  test('tool calls and their results', () => {
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Rome"}' },
    } as const
    const reading = chat(
      {
        ...ask,
        tools: [weather],
        tool_choice: { type: 'function', function: { name: 'weather' } },
        messages: [
          { role: 'user', content: 'Weather?' },
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'call_1', content: '21 C' },
        ],
      },
      completion({ tool_calls: [call] }, 'tool_calls'),
    )
    const [, assistant, result] = messages(reading.input)
    assert.ok(assistant?.role === 'assistant' && result?.role === 'tool')
    assert.deepEqual(assistant.tool_calls, [{ ...call, tool_id: null }])
    assert.deepEqual([assistant.content, result.tool_call_id], [[], 'call_1'])
    assert.deepEqual(answer(reading).tool_calls, [{ ...call, tool_id: null }])
    assert.equal(reading.outputText, '[{"name":"weather","arguments":"{\\"city\\":\\"Rome\\"}"}]')
    assert.ok(reading.template.type === 'chat')
    assert.deepEqual(reading.template.tools, [
      { type: 'function', function: { ...weather.function, description: '', strict: false } },
    ])
    assert.deepEqual(reading.template.tool_choice, { type: 'function', function: { name: 'weather' } })
    assert.deepEqual(reading.parameters, {})
  })

  test('calls of custom tools are kept; the tools stay a parameter', () => {
    const custom = { type: 'custom', custom: { name: 'sql' } } satisfies OpenAI.Chat.ChatCompletionTool
    const call = { id: 'c', type: 'custom', custom: { name: 'sql', input: 'select 1' } } as const
    const reading = chat({ ...ask, tools: [custom, weather] }, completion({ tool_calls: [call] }))
    assert.deepEqual(reading.parameters, { tools: [custom] })
    assert.deepEqual(answer(reading).tool_calls?.[0]?.function, { name: 'sql', arguments: 'select 1' })
  })

  test('deprecated functions and function_call', () => {
    const named = { name: 'f', arguments: '{}' }
    const reading = chat(
      {
        ...ask,
        functions: [{ name: 'f' }],
        function_call: 'auto',
        messages: [{ role: 'function', name: 'f', content: '42' }],
      },
      completion({ function_call: named }, 'function_call'),
    )
    assert.ok(reading.template.type === 'chat')
    assert.deepEqual([reading.template.function_call, reading.template.functions?.[0]?.name], ['auto', 'f'])
    assert.equal(messages(reading.input)[0]?.name, 'f')
    assert.deepEqual(answer(reading).function_call, named)
  })

  test('a refusal is text', () => {
    const reading = chat(ask, completion({ refusal: 'I cannot' }))
    assert.deepEqual([reading.outputText, answer(reading).content?.length], ['I cannot', 1])
  })

  test('each of several choices is a message', () => {
    const response = completion({ content: 'one' })
    const second = { ...completion({ content: 'two' }).choices[0]!, index: 1 }
    const reading = chat({ ...ask, n: 2 }, { ...response, choices: [...response.choices, second] })
    assert.equal(reading.outputText, 'one\ntwo')
    assert.equal(messages(reading.output).length, 2)
  })

  test('images, audio and files', () => {
    const reading = chat({
      ...ask,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://x/a.png', detail: 'low' } },
            { type: 'input_audio', input_audio: { data: 'UklG', format: 'mp3' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
            { type: 'file', file: { file_id: 'file-1' } },
          ],
        },
      ],
    })
    assert.deepEqual(withoutNulls(messages(reading.input)[0]?.content), [
      { type: 'image_url', image_url: { url: 'https://x/a.png', detail: 'low' } },
      { type: 'media', media: { title: 'audio', type: 'audio/mpeg', url: 'UklG', format: 'base64' } },
      {
        type: 'media',
        media: {
          title: 'a.pdf',
          type: 'application/pdf',
          url: 'data:application/pdf;base64,JVBE',
          format: 'base64',
        },
      },
      { type: 'media', media: { title: 'file', type: 'application/pdf', url: 'file-1', format: 'neither' } },
    ])
  })

  test('an answer as audio', () => {
    const audio = { id: 'audio_1', data: 'SUQz', expires_at: 1, transcript: 'Hello' }
    const reading = chat({ ...ask, audio: { format: 'mp3', voice: 'alloy' } }, completion({ audio }))
    assert.deepEqual(withoutNulls(answer(reading).content), [
      {
        type: 'output_media',
        id: 'audio_1',
        url: 'SUQz',
        mime_type: 'audio/mpeg',
        media_type: 'audio',
        provider_metadata: { transcript: 'Hello' },
      },
    ])
    assert.equal(reading.outputText, 'Hello')
  })

  test('citations of a web search', () => {
    const url_citation = { title: 'T', url: 'https://t', start_index: 0, end_index: 4 }
    const reading = chat(
      ask,
      completion({ content: 'Text', annotations: [{ type: 'url_citation', url_citation }] }),
    )
    assert.deepEqual(withoutNulls(answer(reading).content)[0]?.['annotations'], [
      { type: 'url_citation', ...url_citation, cited_text: null, encrypted_index: null },
    ])
  })

  test('reasoning beside the content (DeepSeek, OpenRouter)', () => {
    const response = completion({ content: '4', ...{ reasoning_content: '2+2' } })
    assert.deepEqual(withoutNulls(answer(chat(ask, response)).content), [
      { type: 'thinking', thinking: '2+2', signature: '' },
      { type: 'text', text: '4' },
    ])
  })

  test('mistral in camel case', () => {
    const reading = readCall({
      providerType: 'mistral',
      functionName: 'mistral.client.chat',
      kwargs: { model: 'mistral-large', messages: [{ role: 'user', content: 'Hi' }], toolChoice: 'any' },
      response: {
        choices: [
          {
            finishReason: 'tool_calls',
            message: {
              role: 'assistant',
              content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }],
              toolCalls: [{ id: 'a', function: { name: 'f', arguments: { x: 1 } } }],
            },
          },
        ],
        usage: { promptTokens: 3, completionTokens: 4 },
      },
    })
    assert.ok(reading.template.type === 'chat')
    assert.equal(reading.template.tool_choice, 'any')
    assert.equal(answer(reading).tool_calls?.[0]?.function.arguments, '{"x":1}')
    assert.deepEqual(withoutNulls(answer(reading).content), [
      { type: 'thinking', thinking: 'hm', signature: '' },
    ])
    assert.deepEqual(
      [reading.finishReason, reading.usage.inputTokens, reading.usage.outputTokens],
      ['tool_calls', 3, 4],
    )
    assert.equal(reading.apiType, null)
  })

  test('openrouter, with an image in the answer', () => {
    const images = [{ type: 'image_url', image_url: { url: 'data:image/webp;base64,AA' } }]
    const reading = readCall({
      providerType: 'openrouter',
      functionName: 'openrouter.chat.send',
      kwargs: { model: 'google/gemini', messages: [{ role: 'user', content: 'Draw' }] },
      response: { choices: [{ message: { role: 'assistant', content: '', images } }] },
    })
    assert.equal(reading.apiType, 'chat')
    assert.equal(withoutNulls(answer(reading).content)[0]?.['mime_type'], 'image/webp')
  })

  test('cohere version 2', () => {
    const reading = readCall({
      providerType: 'cohere',
      functionName: 'cohere.chat',
      kwargs: { model: 'command-a', messages: [{ role: 'user', content: 'Hi' }] },
      response: {
        id: 'x',
        finish_reason: 'COMPLETE',
        message: { role: 'assistant', tool_plan: 'plan', content: [{ type: 'text', text: 'Yo' }] },
        usage: {
          billed_units: { input_tokens: 1, output_tokens: 2 },
          tokens: { input_tokens: 70, output_tokens: 2 },
        },
      },
    })
    assert.deepEqual(outline(reading.output), ['assistant: <thinking>|Yo'])
    assert.deepEqual([reading.usage.inputTokens, reading.finishReason], [70, 'COMPLETE'])
  })

  test('cohere version 1', () => {
    const reading = readCall({
      providerType: 'cohere',
      functionName: 'cohere.Client.chat',
      kwargs: { message: 'Now', preamble: 'Be', chat_history: [{ role: 'CHATBOT', message: 'Was' }] },
      response: {
        text: 'Will',
        finish_reason: 'COMPLETE',
        meta: { billed_units: { input_tokens: 5, output_tokens: 6 } },
      },
    })
    assert.deepEqual(outline(reading.template), [
      'system: Be',
      'assistant: Was',
      'user: Now',
      'assistant: Will',
    ])
    assert.equal(reading.usage.outputTokens, 6)
  })
})
