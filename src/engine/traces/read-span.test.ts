import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Message, PromptTemplate } from '../template/blueprint/index.ts'
import { finishReasonOf } from '../template/provider-reading/index.ts'
import { textIn } from '../template/provider-reading/reading.cases.ts'
import { readSpan, type SpanCall } from './read-span.ts'
import { conventionSpans } from './styles/convention-spans.cases.ts'
import { librarySpans } from './styles/library-spans.cases.ts'
import { attributesOf, conversation, event, spanWith } from './styles/span-parts.cases.ts'

const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'openai', 'gen_ai.request.model': 'gpt-5' }

function callIn(attributes: Record<string, unknown>, rest: Parameters<typeof spanWith>[1] = {}): SpanCall {
  const { call } = readSpan(spanWith(attributes, rest))
  assert.ok(call)
  return call
}

const assertNoCall = (attributes: Record<string, unknown>) =>
  assert.equal(readSpan(spanWith(attributes)).call, null)

function messageText(message: Message): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const texts = (message.content ?? []).map((block) => (block.type === 'text' ? block.text : block.type))
  const called = calls.map((call) => `${call.function.name}(${call.function.arguments})`)
  return `${message.role}: ${[...texts, ...called].join(' ')}`
}

const messagesIn = (template: PromptTemplate): string[] =>
  template.type === 'chat' ? template.messages.map(messageText) : []

suite('one conversation in every style', () => {
  for (const [name, { style, span }] of Object.entries({ ...conventionSpans, ...librarySpans }))
    test(name, () => {
      const reading = readSpan(span)
      assert.equal(reading.style, style)
      assert.ok(reading.call)
      const { reading: call } = reading.call
      const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = call.usage
      const tools = call.template.type === 'chat' ? (call.template.tools ?? []) : []
      assert.deepEqual(
        {
          model: call.model,
          messages: messagesIn(call.template),
          tokens: [inputTokens, outputTokens, cachedInputTokens, reasoningTokens],
          temperature: call.parameters['temperature'],
          finishReason: finishReasonOf(reading.call.call.response),
          tool: tools.map((tool) => (tool.type === 'function' ? tool.function.name : tool.type)).join(),
        },
        conversation,
      )
      assert.equal(call.provider, 'openai')
      assert.deepEqual(reading.unreadKeys, [])
    })
})

suite('spans that are no call of a model', () => {
  const steps: Record<string, Record<string, unknown>> = {
    'a step of a program': { function_input: '[]' },
    'an observation around its generations (Langfuse)': {
      'langfuse.observation.type': 'agent',
      'langfuse.observation.model.name': 'gpt-5',
      'langfuse.observation.input': '[{"role":"user","content":"Hello"}]',
    },
    'an agent (GenAI)': { ...chat, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.input_tokens': 21 },
    'a tool (GenAI)': { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'weather' },
    'a step of an agent (Vercel AI SDK 7)': { ...chat, 'gen_ai.operation.name': 'agent_step' },
    'an operation of the Vercel AI SDK around its calls': {
      'ai.operationId': 'ai.generateText',
      'ai.usage.promptTokens': 21,
      'gen_ai.request.model': 'gpt-5',
    },
    'a tool of the Vercel AI SDK': { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'weather' },
    'a chain (OpenInference)': { 'openinference.span.kind': 'CHAIN', 'input.value': 'x' },
    'a chain (LangSmith)': { 'langsmith.span.kind': 'chain', 'gen_ai.prompt': '{}' },
    'a workflow (Traceloop)': { 'traceloop.span.kind': 'workflow', 'traceloop.entity.name': 'x' },
    'embeddings without usage: the span around the call': { ...chat, 'gen_ai.operation.name': 'embeddings' },
    'a call that the SDK reports itself': { ...chat, 'promptlayer.request_log.managed': true },
  }
  for (const [name, attributes] of Object.entries(steps)) test(name, () => assertNoCall(attributes))
})

test('the raw call beneath a request of LiteLLM is not counted again', () => {
  const raw = { 'llm.openai.messages': '[]', 'llm.openai.model': 'gpt-5' }
  assert.equal(readSpan(spanWith(raw, { name: 'raw_gen_ai_request' })).call, null)
})

test('a stream of Logfire is one call, with its time, in the record at its end', () => {
  const scope = { scope: { name: 'logfire.openai', version: '5.4.0' } }
  const started = { ...chat, request_data: '{"model":"gpt-5"}', 'gen_ai.input.messages': '[{"role":"user"}]' }
  assert.equal(readSpan(spanWith(started, scope)).call, null)
  const ended = { ...started, duration: 0.5, 'gen_ai.output.messages': '[]', 'gen_ai.usage.input_tokens': 4 }
  assert.equal(callIn(ended, scope).lead, 500)
  const failed = callIn(started, { ...scope, status: 'ERROR' })
  assert.deepEqual([failed.lead, failed.failure?.kind], [0, 'UNKNOWN_ERROR'])
})

test('the items of an answer of the Responses API are one message', () => {
  const item = (index: number, city: string) => ({
    [`llm.output_messages.${index}.message.role`]: 'assistant',
    [`llm.output_messages.${index}.message.tool_calls.0.tool_call.id`]: `call_${index}`,
    [`llm.output_messages.${index}.message.tool_calls.0.tool_call.function.name`]: 'weather',
    [`llm.output_messages.${index}.message.tool_calls.0.tool_call.function.arguments`]: `{"city":"${city}"}`,
  })
  const items = { 'openinference.span.kind': 'LLM', ...item(0, 'Oslo'), ...item(1, 'Rome') }
  const answerOf = (value: object) =>
    callIn({ ...items, 'output.value': JSON.stringify(value) }).reading.output
  assert.deepEqual(messagesIn(answerOf({ object: 'response' })!), [
    'assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
  ])
  assert.equal(
    messagesIn(answerOf({ object: 'chat.completion' })!).length,
    2,
    'the choices of a chat completion',
  )
})

test('tools of Bedrock', () => {
  const spec = {
    toolSpec: { name: 'weather', description: 'The weather', inputSchema: { json: { type: 'object' } } },
  }
  const { reading } = callIn({
    'openinference.span.kind': 'LLM',
    'llm.tools.0.tool.json_schema': JSON.stringify(spec),
  })
  const { tools } = reading.input as { tools?: unknown }
  const described = {
    name: 'weather',
    description: 'The weather',
    parameters: { type: 'object' },
    strict: false,
  }
  assert.deepEqual(tools, [{ type: 'function', function: described }])
})

test('results of tools of AutoGen', () => {
  const { reading } = callIn({
    'openinference.span.kind': 'LLM',
    'llm.input_messages.0.message.role': 'function',
    'llm.input_messages.0.function.0':
      '{"name":"weather","content":"rain","call_id":"call_1","is_error":false}',
    'llm.input_messages.0.function.1':
      '{"name":"weather","content":"sun","call_id":"call_2","is_error":false}',
  })
  assert.deepEqual(messagesIn(reading.input), ['tool: rain', 'tool: sun'])
})

test('attributes take precedence over events', () => {
  const { reading } = callIn(
    { ...chat, 'gen_ai.input.messages': '[{"role":"user","content":"attribute"}]' },
    { events: [event('gen_ai.user.message', { content: 'event' })] },
  )
  assert.deepEqual(messagesIn(reading.input), ['user: attribute'])
})

test('template, metadata, tags and scores come from attributes of the span and its resource', () => {
  const { context } = callIn(
    {
      ...chat,
      'promptlayer.prompt.name': 'greeting',
      'promptlayer.prompt.version': '3',
      'promptlayer.prompt.label': 'prod',
      'promptlayer.prompt.input_variables': '{"name":"Ada"}',
      'user.id': 'u1',
      'session.id': 's1',
      'promptlayer.metadata.user_id': 'explicit',
      'promptlayer.tags': ['a', 'b'],
      'promptlayer.score.tone': 90,
      'promptlayer.score.wrong': 101,
    },
    { resource: attributesOf({ 'promptlayer.metadata.region': 'eu', 'enduser.id': 'u2' }) },
  )
  assert.deepEqual(context, {
    prompt: { id: null, name: 'greeting', version: 3, label: 'prod' },
    variables: { name: 'Ada' },
    metadata: { user_id: 'explicit', conversation_id: 's1', region: 'eu' },
    tags: ['a', 'b'],
    scores: [{ name: 'tone', score: 90 }],
    isManaged: false,
  })
})

test('unread attributes are listed', () => {
  const reading = readSpan(
    spanWith({ ...chat, 'my.own': 1, 'gen_ai.new.thing': 'x', 'gen_ai.usage.input_tokens': 1 }),
  )
  assert.deepEqual(reading.unreadKeys, ['my.own', 'gen_ai.new.thing'])
})

test('attempts are read from the number of times that the call was sent again', () => {
  const attemptsAfter = (resent: number | string) =>
    callIn({ ...chat, 'http.request.resend_count': resent }).attempts
  assert.deepEqual([2, '1', 0].map(attemptsAfter), [3, 2, 1])
  assert.deepEqual([-1, 0.5, 1e9, 'x'].map(attemptsAfter), [null, null, null, null])
  assert.equal(callIn(chat).attempts, null)
})

test('cost is read if reported', () => {
  assert.equal(callIn({ ...chat, 'gen_ai.usage.cost': 0.25 }).cost, 0.25)
  assert.equal(callIn({ ...chat, 'gen_ai.usage.cost': 0 }).cost, 0)
  const openLit = { scope: { name: 'openlit.instrumentation.openai', version: '1.45.0' } }
  assert.equal(callIn({ ...chat, 'gen_ai.usage.cost': 0.25 }, openLit).cost, 0.25)
  assert.equal(callIn({ ...chat, 'gen_ai.usage.cost': 0 }, openLit).cost, null, 'an unknown price')
  assert.equal(callIn({ 'openinference.span.kind': 'LLM', 'llm.cost.total': '0.5' }).cost, 0.5)
  assert.equal(callIn({ ...chat, 'gen_ai.usage.cost': -1 }).cost, null)
  assert.equal(callIn(chat).cost, null)
})

for (const [type, message, kind] of [
  ['APITimeoutError', 'Request timed out.', 'PROVIDER_TIMEOUT'],
  ['429', 'Rate limit reached for gpt-5', 'PROVIDER_RATE_LIMIT'],
  ['', 'You exceeded your current quota', 'PROVIDER_QUOTA_LIMIT'],
  ['AuthenticationError', '401 Incorrect API key', 'PROVIDER_AUTH_ERROR'],
  ['500', 'The server had an error', 'PROVIDER_ERROR'],
  ['_OTHER', 'something', 'UNKNOWN_ERROR'],
] as const)
  test(`"${type} ${message}" is ${kind}`, () => {
    const { failure } = callIn({ ...chat, 'error.type': type }, { status: 'ERROR', statusMessage: message })
    assert.deepEqual(failure, { kind, message })
  })

test('text completions and embeddings are completions', () => {
  const { reading } = callIn({
    'gen_ai.operation.name': 'text_completion',
    'gen_ai.system': 'openai',
    'gen_ai.request.model': 'gpt-3.5-turbo-instruct',
    'gen_ai.prompt': 'Say cheese',
    'gen_ai.completion': 'Cheese',
  })
  assert.deepEqual([textIn(reading.input), textIn(reading.output)], ['Say cheese', 'Cheese'])
  const embedding = callIn({
    'ai.operationId': 'ai.embed.doEmbed',
    'ai.model.id': 'text-embedding-3-small',
    'ai.model.provider': 'openai.embedding',
    'ai.values': ['"one"', '"two"'],
    'ai.embeddings': ['[0.1]'],
    'ai.usage.tokens': 2,
  })
  assert.deepEqual([textIn(embedding.reading.input), embedding.reading.usage.inputTokens], ['one\ntwo', 2])
})

test('tools and calls of LiteLLM 1.106 are read from attributes beside the messages', () => {
  const call = callIn(
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.system': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
      'llm.request.type': 'completion',
      'gen_ai.cost.total_cost': 0,
      'llm.request.functions.0.name': 'weather',
      'llm.request.functions.0.description': 'The weather',
      'llm.request.functions.0.parameters': '{"type":"object","properties":{}}',
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Weather?"}]}]',
      'gen_ai.output.messages': '[{"role":"assistant","parts":[],"finish_reason":"tool_calls"}]',
      'gen_ai.completion.0.function_call.name': 'weather',
      'gen_ai.completion.0.function_call.arguments': '{"city":"Oslo"}',
      'gen_ai.completion.1.function_call.name': 'weather',
      'gen_ai.completion.1.function_call.arguments': '{"city":"Bergen"}',
    },
    { scope: { name: 'litellm', version: '' } },
  )
  const { template } = call.reading
  assert.ok(template.type === 'chat')
  assert.deepEqual(messagesIn(template), [
    'user: Weather?',
    'assistant: weather({"city":"Oslo"}) weather({"city":"Bergen"})',
  ])
  assert.deepEqual(
    template.tools?.map((tool) => (tool.type === 'function' ? tool.function.name : tool.type)),
    ['weather'],
  )
  assert.equal(call.cost, null)
})

for (const [reported, model, provider] of [
  ['x_ai', 'grok-4', 'x-ai'],
  ['xai', 'grok-4', 'x-ai'],
  ['az.ai.inference', 'gpt-4o', 'openai.azure'],
  ['azure.ai.openai', 'gpt-4o', 'openai.azure'],
  ['aws.bedrock', 'amazon.nova-pro-v1:0', 'amazon.bedrock'],
  ['gcp.vertex_ai', 'gemini-2.5-pro', 'vertexai'],
  ['gcp.gemini', 'gemini-2.5-pro', 'google'],
  ['gcp.gen_ai', 'gemini-2.5-pro', 'google'],
  ['mistral_ai', 'mistral-small', 'mistral'],
  ['deepseek', 'deepseek-chat', 'deepseek'],
  ['groq', 'llama-3.3-70b', 'groq'],
  ['ibm.watsonx.ai', 'granite-3', 'ibm.watsonx.ai'],
  ['langchain', 'claude-sonnet-4', 'anthropic'],
  ['langchain', 'eu.anthropic.claude-sonnet-4-v1:0', 'amazon.bedrock'],
] as const)
  test(`the provider ${reported} of ${model} is ${provider}`, () => {
    assert.equal(
      callIn({ ...chat, 'gen_ai.system': reported, 'gen_ai.request.model': model }).call.providerType,
      provider,
    )
  })
