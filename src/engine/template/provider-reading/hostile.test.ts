import assert from 'node:assert/strict'
import { cpuUsage } from 'node:process'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { blueprintOf, type ProviderCall } from './index.ts'
import { readCall } from './reading.cases.ts'

const FUNCTIONS = [
  '',
  'openai.chat.completions.create',
  'openai.completions.create',
  'openai.responses.create',
  'openai.images.generate',
  'anthropic.messages.create',
  'anthropic.completions.create',
  'google.convo.send_message',
  'boto3.bedrock-runtime.converse',
  'cohere.chat',
  'mistral.client.chat',
]

/** Keys that the readers use, so that random JSON reaches their inner branches. */
const KEYS =
  'messages input contents history prompt system role content parts text type tools tool_choice function name arguments id choices message candidates output usage data annotations citations source image_url toolUse toolResult functionCall inlineData groundingMetadata groundingChunks groundingSupports segment url thinking summary tool_calls __proto__ constructor model'.split(
    ' ',
  )
const WORDS =
  'user assistant tool function text image_url tool_use tool_result message reasoning function_call mcp_call shell_call thinking url_citation custom input_audio document server_tool_use'.split(
    ' ',
  )

const { json } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...WORDS), fc.jsonValue({ maxDepth: 1 }), fc.double()),
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('json'), { maxKeys: 6 }),
  ),
}))

const anyCall = fc.record({
  providerType: fc.constantFrom(null, 'openai', 'vertexai', 'google', 'amazon.bedrock', 'cohere'),
  functionName: fc.constantFrom(...FUNCTIONS),
  args: json,
  kwargs: json,
  response: json,
})

/** The lists and objects of the real APIs, with random content. */
const shapedCall = fc.record({
  functionName: fc.constantFrom(...FUNCTIONS),
  kwargs: fc.record({
    messages: fc.array(fc.record({ role: json, content: fc.array(json) })),
    input: fc.array(json),
    contents: fc.array(fc.record({ role: json, parts: fc.array(json) })),
    tools: fc.array(json),
    system: json,
  }),
  response: fc.record(
    {
      choices: fc.array(fc.record({ message: json })),
      candidates: fc.array(
        fc.record({ content: fc.record({ parts: fc.array(json) }), groundingMetadata: json }),
      ),
      output: fc.oneof(fc.array(json), fc.record({ message: fc.record({ content: fc.array(json) }) })),
      content: fc.array(json),
      usage: json,
    },
    { requiredKeys: [] },
  ),
})

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)

describe('hostile input', () => {
  test('any JSON gives a valid template', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        blueprintOf(readCall(call as Partial<ProviderCall>))
      }),
      { numRuns: 1500 },
    )
  })

  test('any JSON in the shapes of the real APIs gives a valid template', () => {
    fc.assert(
      fc.property(shapedCall, (call) => {
        blueprintOf(readCall(call))
      }),
      { numRuns: 150 },
    )
  })

  test('depth: everything below 64 levels is cut, and the reading can be serialised', () => {
    const deep = nested(100_000)
    for (const functionName of FUNCTIONS) {
      const reading = readCall({
        functionName,
        args: deep,
        kwargs: {
          messages: [{ role: 'user', content: deep }],
          input: deep,
          contents: deep,
          prompt: deep,
          extra: deep,
        },
        response: {
          choices: [{ message: { content: deep } }],
          output: [{ content: deep }],
          candidates: deep,
        },
      })
      assert.ok(JSON.stringify(reading).includes('nested too deeply'))
    }
  })

  test('size: many messages and long texts take little time', () => {
    const content = 'x'.repeat(1_000_000)
    const many = Array.from({ length: 9_000 }, (_, index) => ({ role: 'user', content: `${index}` }))
    const started = cpuUsage()
    const reading = readCall({
      kwargs: { messages: [...many, { role: 'user', content }] },
      response: { text: content },
    })
    assert.ok(reading.inputText.length > 1_000_000)
    assert.ok(cpuUsage(started).user < 5_000_000)
  })

  test('prototypes are data, never walked and never changed', () => {
    const kwargs = JSON.parse(
      '{"__proto__": {"messages": [{"role": "user", "content": "x"}]}, "constructor": 1, "messages": [{"role": "constructor", "content": [{"type": "__proto__"}]}]}',
    )
    const reading = readCall({
      functionName: '__proto__',
      kwargs,
      response: JSON.parse('{"__proto__": {"text": "x"}}'),
    })
    assert.deepEqual(Object.keys(reading.parameters), ['__proto__', 'constructor'])
    assert.deepEqual(Object.keys(reading.displayParams), ['__proto__', 'constructor'])
    assert.equal(Object.getPrototypeOf(reading.parameters), Object.prototype)
    assert.equal(reading.inputText, '{"type":"__proto__"}')
    assert.equal(Object.hasOwn(Object.prototype, 'messages'), false)
  })

  test('invalid counts are unknown', () => {
    const usage = {
      prompt_tokens: -5,
      completion_tokens: 1e300,
      prompt_tokens_details: { cached_tokens: '9' },
    }
    assert.deepEqual(readCall({ response: { usage } }).usage, {
      inputTokens: 0,
      outputTokens: 0,
      cachedInputTokens: 0,
      reasoningTokens: 0,
    })
  })

  test('arguments of a wrong type are ignored', () => {
    for (const kwargs of [null, 'text', 7, [1]]) {
      const reading = readCall({
        kwargs: kwargs as unknown as ProviderCall['kwargs'],
        functionName: 5 as unknown as string,
      })
      assert.deepEqual(reading.parameters, {})
    }
  })
})
