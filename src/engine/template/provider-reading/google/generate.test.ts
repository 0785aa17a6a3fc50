import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answer, messages, outline, readCall, withoutNulls } from '../reading.cases.ts'

const gemini = (
  kwargs: Record<string, unknown>,
  candidate: object = {},
  functionName = 'google.convo.send_message',
) =>
  readCall({
    providerType: 'google',
    functionName,
    kwargs: { model: 'gemini-2.5-pro', ...kwargs },
    response: {
      candidates: [candidate],
      usageMetadata: {
        promptTokenCount: 20,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 40,
        toolUsePromptTokenCount: 3,
        cachedContentTokenCount: 8,
        totalTokenCount: 68,
      },
    },
  })

const candidateOf = (...parts: object[]) => ({ content: { role: 'model', parts }, finishReason: 'STOP' })
const blocks = (...parts: object[]) =>
  withoutNulls(answer(gemini({ contents: 'Hi' }, candidateOf(...parts))).content)

describe('google: input', () => {
  test('a chat in camel case, as the JavaScript SDK sends it', () => {
    const reading = gemini(
      {
        history: [
          { role: 'user', parts: [{ text: 'Hi' }] },
          { role: 'model', parts: [{ text: 'Yo' }] },
          { role: 'user', parts: [{ text: 'More' }] },
        ],
        generationConfig: { temperature: 0, systemInstruction: { parts: [{ text: 'Be brief' }] } },
        stream: false,
      },
      candidateOf({ text: 'Less' }),
    )
    assert.deepEqual(outline(reading.template), [
      'system: Be brief',
      'user: Hi',
      'assistant: Yo',
      'user: More',
      'assistant: Less',
    ])
    assert.deepEqual(reading.parameters, { generationConfig: { temperature: 0 }, stream: false })
    assert.deepEqual(reading.usage, {
      inputTokens: 23,
      outputTokens: 45,
      cachedInputTokens: 8,
      reasoningTokens: 40,
    })
    assert.deepEqual([reading.finishReason, reading.apiType], ['STOP', null])
  })

  test('contents in snake case, with calls and results', () => {
    const reading = gemini({
      system_instruction: 'Be brief',
      contents: [
        {
          role: 'user',
          parts: [{ text: 'Weather?' }, { inline_data: { mime_type: 'image/png', data: 'AAAA' } }],
        },
        {
          role: 'model',
          parts: [{ function_call: { name: 'weather', args: { city: 'Rome' } }, thought_signature: 'sig' }],
        },
        { role: 'user', parts: [{ function_response: { name: 'weather', response: { c: 21 } } }] },
      ],
    })
    assert.deepEqual(outline(reading.input), [
      'system: Be brief',
      'user: Weather?|<media>',
      'assistant: ',
      'tool: {"c":21}',
    ])
    const [, , assistant, result] = messages(reading.input)
    assert.ok(assistant?.role === 'assistant' && result?.role === 'tool')
    assert.deepEqual(assistant.tool_calls?.[0], {
      id: '',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Rome"}' },
      tool_id: null,
      provider_metadata: { thought_signature: 'sig' },
    })
    assert.deepEqual([result.tool_call_id, result.name], ['weather', 'weather'])
  })

  test('contents as a string, as parts without roles, as one content, and positional', () => {
    const contents = (value: unknown) =>
      outline(gemini({ contents: value }, {}, 'google.model.generate_content').input)
    assert.deepEqual(contents('Hi'), ['user: Hi'])
    assert.deepEqual(contents(['a', { text: 'b' }]), ['user: a|b'])
    assert.deepEqual(contents({ parts: [{ text: 'c' }] }), ['user: c'])
    const reading = readCall({ functionName: 'google.model.generate_content', args: ['Hi'] })
    assert.deepEqual(outline(reading.input), ['user: Hi'])
  })

  test('files by URL', () => {
    const reading = gemini({ contents: [{ fileData: { fileUri: 'gs://b/a.mp4', mimeType: 'video/mp4' } }] })
    assert.deepEqual(withoutNulls(messages(reading.input)[0]?.content), [
      { type: 'media', media: { title: 'media', type: 'video/mp4', url: 'gs://b/a.mp4', format: 'url' } },
    ])
  })

  test('declared and built-in tools; unknown tools stay a parameter', () => {
    const reading = gemini({
      contents: 'Hi',
      config: {
        tools: [
          { functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT' } }] },
          { googleSearch: {} },
          { computerUse: {} },
        ],
      },
    })
    assert.ok(reading.template.type === 'chat')
    assert.deepEqual(
      reading.template.tools?.map((tool) => (tool.type === 'function' ? tool.function.name : tool.type)),
      ['f', 'web_search'],
    )
    assert.deepEqual(reading.parameters, { config: {}, tools: [{ computerUse: {} }] })
  })
})

describe('google: output', () => {
  test('thoughts, signed text, calls', () => {
    const reading = gemini(
      { contents: 'Hi' },
      candidateOf(
        { text: 'hm', thought: true, thoughtSignature: 's1' },
        { text: 'Yo', thought: null, thoughtSignature: 's2' },
        { functionCall: { id: 'c1', name: 'f', args: { a: 1 } }, thoughtSignature: 's3' },
      ),
    )
    assert.deepEqual(withoutNulls(answer(reading).content), [
      { type: 'thinking', thinking: 'hm', signature: 's1' },
      { type: 'text', text: 'Yo', thought_signature: 's2' },
    ])
    assert.equal(answer(reading).tool_calls?.[0]?.function.arguments, '{"a":1}')
    assert.equal(reading.outputText, 'Yo')
  })

  test('code, its result, and images', () => {
    assert.deepEqual(
      blocks(
        { executableCode: { code: '1+1', language: 'PYTHON' } },
        { codeExecutionResult: { output: '2', outcome: 'OUTCOME_OK' } },
        { inlineData: { data: 'AAAA', mimeType: 'image/jpeg' }, thoughtSignature: 's' },
        { inlineData: { data: 'BBBB', mimeType: 'image/png' }, thought: true },
      ),
      [
        { type: 'code', code: '1+1', language: 'PYTHON' },
        { type: 'code_execution_result', output: '2', outcome: 'OUTCOME_OK' },
        {
          type: 'output_media',
          url: 'AAAA',
          mime_type: 'image/jpeg',
          media_type: 'image',
          provider_metadata: { thought_signature: 's' },
        },
      ],
    )
  })

  test('the Python SDK answers in snake case with nulls', () => {
    const reading = readCall({
      providerType: 'vertexai',
      kwargs: { model: 'gemini-2.5-pro', contents: 'Hi' },
      response: {
        candidates: [
          {
            content: { parts: [{ text: null, function_call: { id: null, name: 'f', args: {} } }] },
            finish_reason: 'STOP',
          },
        ],
        usage_metadata: { prompt_token_count: 4, candidates_token_count: 2, thoughts_token_count: null },
      },
    })
    assert.equal(answer(reading).tool_calls?.[0]?.function.name, 'f')
    assert.deepEqual(
      [reading.usage.inputTokens, reading.usage.outputTokens, reading.finishReason],
      [4, 2, 'STOP'],
    )
  })

  test('grounding on the web, maps and files, with supports', () => {
    const reading = gemini(
      { contents: 'Hi' },
      {
        ...candidateOf({ text: 'Rome is warm' }),
        groundingMetadata: {
          groundingChunks: [
            { web: { uri: 'https://w', title: 'W' } },
            { maps: { uri: 'https://m', title: 'M', placeId: 'p' } },
            { retrievedContext: { title: 'file.pdf' } },
          ],
          groundingSupports: [
            { segment: { startIndex: 0, endIndex: 4 }, groundingChunkIndices: [0, 1, 2] },
            { segment: { startIndex: 5, endIndex: 7, text: 'is' }, groundingChunkIndices: [2, 9] },
          ],
        },
        citationMetadata: { citations: [{ uri: 'https://c', startIndex: 1, endIndex: 2 }] },
      },
    )
    const at = { start_index: 0, end_index: 4, cited_text: 'Rome' }
    assert.deepEqual(withoutNulls(answer(reading).content)[0]?.['annotations'], [
      { type: 'url_citation', url: 'https://w', title: 'W', ...at, encrypted_index: null },
      { type: 'map_citation', url: 'https://m', title: 'M', place_id: 'p', ...at },
      { type: 'file_citation', file_id: 'file.pdf', filename: 'file.pdf', index: 2 },
      {
        type: 'url_citation',
        url: 'https://c',
        title: 'https://c',
        start_index: 1,
        end_index: 2,
        cited_text: null,
        encrypted_index: null,
      },
    ])
  })

  test('grounding without supports', () => {
    const groundingMetadata = { groundingChunks: [{ web: { uri: 'https://w' } }, { web: {} }] }
    const reading = gemini({ contents: 'Hi' }, { ...candidateOf({ text: 'x' }), groundingMetadata })
    assert.deepEqual(withoutNulls(answer(reading).content)[0]?.['annotations'], [
      {
        type: 'url_citation',
        url: 'https://w',
        title: 'https://w',
        start_index: 0,
        end_index: 0,
        cited_text: null,
        encrypted_index: null,
      },
    ])
  })
})
