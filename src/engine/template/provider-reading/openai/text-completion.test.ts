import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type OpenAI from 'openai'
import { readCall, withoutNulls } from '../reading.cases.ts'

const image = (response: Partial<OpenAI.ImagesResponse>, functionName = 'openai.images.generate') =>
  readCall({
    providerType: 'openai',
    functionName,
    kwargs: { model: 'gpt-image-1', prompt: 'A cat', size: '1024x1024' } satisfies OpenAI.ImageGenerateParams,
    response: { created: 1, ...response },
  })

describe('completions become completion templates', () => {
  test('openai text completion', () => {
    const reading = readCall({
      providerType: 'openai',
      functionName: 'openai.completions.create',
      kwargs: { model: 'davinci-002', prompt: 'Once', max_tokens: 5 } satisfies OpenAI.CompletionCreateParams,
      response: {
        id: 'cmpl-1',
        object: 'text_completion',
        created: 1,
        model: 'davinci-002',
        choices: [{ index: 0, text: ' upon', finish_reason: 'length', logprobs: null }],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      } satisfies OpenAI.Completion,
    })
    assert.ok(reading.template.type === 'completion')
    assert.deepEqual(withoutNulls(reading.template.content), [
      { type: 'text', text: 'Once' },
      { type: 'text', text: ' upon' },
    ])
    assert.deepEqual(
      [reading.outputText, reading.finishReason, reading.apiType],
      [' upon', 'length', 'chat-completions'],
    )
    assert.deepEqual(reading.parameters, { max_tokens: 5 })
  })

  test('lists of prompts and of tokens', () => {
    const prompt = (value: unknown) =>
      readCall({ functionName: 'openai.completions.create', kwargs: { prompt: value } }).inputText
    assert.equal(prompt(['a', 'b']), 'a\nb')
    assert.equal(prompt([1, 2]), '[1,2]')
    assert.equal(prompt(null), '')
  })

  test('anthropic text completion', () => {
    const reading = readCall({
      providerType: 'anthropic',
      functionName: 'anthropic.completions.create',
      kwargs: { model: 'claude-2.1', prompt: '\n\nHuman: Hi', max_tokens_to_sample: 9 },
      response: {
        type: 'completion',
        id: 'c',
        completion: ' Hello',
        stop_reason: 'stop_sequence',
        model: 'claude-2.1',
      },
    })
    assert.equal(reading.template.type, 'completion')
    assert.deepEqual(
      [reading.outputText, reading.finishReason, reading.apiType],
      [' Hello', 'stop_sequence', null],
    )
  })

  test('an image', () => {
    const reading = image({
      data: [{ b64_json: 'AAAA', revised_prompt: 'A grey cat' }],
      output_format: 'webp',
      quality: 'high',
      usage: {
        input_tokens: 10,
        output_tokens: 20,
        total_tokens: 30,
        input_tokens_details: { image_tokens: 0, text_tokens: 10 },
      },
    })
    assert.ok(reading.output.type === 'completion')
    assert.deepEqual(withoutNulls(reading.output.content), [
      {
        type: 'output_media',
        url: 'AAAA',
        mime_type: 'image/webp',
        media_type: 'image',
        provider_metadata: { quality: 'high', output_format: 'webp', revised_prompt: 'A grey cat' },
      },
    ])
    assert.deepEqual([reading.apiType, reading.inputText, reading.usage.inputTokens], ['images', 'A cat', 10])
    assert.deepEqual(reading.parameters, { size: '1024x1024' })
  })

  test('images by URL, from Azure, and an answer without images', () => {
    const name = 'openai.AzureOpenAI.images.generate'
    const reading = image({ data: [{ url: 'https://x/1' }, { url: 'https://x/2' }] }, name)
    assert.ok(reading.output.type === 'completion')
    assert.deepEqual(
      withoutNulls(reading.output.content).map((block) => block['url']),
      ['https://x/1', 'https://x/2'],
    )
    assert.equal(image({ data: [] }).outputText, '')
  })

  test('embeddings have no output', () => {
    const reading = readCall({
      providerType: 'openai',
      functionName: 'openai.embeddings.create',
      kwargs: { model: 'text-embedding-3-small', input: ['a', 'b'] } satisfies OpenAI.EmbeddingCreateParams,
      response: {
        object: 'list',
        data: [{ embedding: [0.1] }],
        usage: { prompt_tokens: 2, total_tokens: 2 },
      },
    })
    assert.deepEqual([reading.inputText, reading.outputText, reading.usage.inputTokens], ['a\nb', '', 2])
  })
})
