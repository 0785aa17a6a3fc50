import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue, Span } from './span.ts'
import { contentOfSpan, promptOfStep } from './span-content.ts'

const start = 1_795_168_800_000_000_000n

const span = (attributes: Record<string, AttributeValue>, events: Span['events'] = []): Span => ({
  traceId: 't',
  spanId: 's',
  parentSpanId: null,
  traceState: '',
  name: 'chat',
  kind: 'CLIENT',
  startedAt: start,
  endedAt: start + 2_500_000_000n,
  status: 'OK',
  statusMessage: null,
  attributes: new Map(Object.entries(attributes)),
  events,
  links: [],
  resource: new Map(),
  schemaUrl: '',
  scope: { name: '', version: '' },
})

const event = (name: string, milliseconds: number) => ({
  name,
  time: start + BigInt(milliseconds) * 1_000_000n,
  attributes: new Map(),
})

describe('the content of a span', () => {
  const firstTokens: readonly (readonly [string, Span])[] = [
    ['OpenTelemetry', span({ 'gen_ai.response.time_to_first_chunk': 0.5 })],
    ['vLLM', span({ 'gen_ai.latency.time_to_first_token': '0.5' })],
    ['Vercel AI SDK', span({ 'ai.response.msToFirstChunk': 500 })],
    ['Langfuse', span({ 'langfuse.observation.completion_start_time': '"2026-11-20T10:00:00.500Z"' })],
    ['OpenInference', span({}, [event('First Token Stream Event', 500)])],
    [
      'OpenLLMetry',
      span({}, [event('llm.content.completion.chunk', 900), event('llm.content.completion.chunk', 500)]),
    ],
  ]
  for (const [convention, each] of firstTokens)
    it(`reads the time to the first token of ${convention}`, () => {
      assert.equal(contentOfSpan(each).timeToFirstToken, 500)
    })

  it('counts tokens a second from the first token on', () => {
    const fast = span({ 'ai.response.msToFirstChunk': 500, 'gen_ai.usage.output_tokens': 100 })
    assert.equal(contentOfSpan(fast).tokensPerSecond, 50)
    assert.equal(contentOfSpan(span({ 'gen_ai.usage.output_tokens': 100 })).tokensPerSecond, null)
  })

  it('leaves out impossible times', () => {
    assert.equal(contentOfSpan(span({ 'ai.response.msToFirstChunk': -1 })).timeToFirstToken, null)
    assert.equal(contentOfSpan(span({ 'ai.response.msToFirstChunk': 9_000 })).timeToFirstToken, null)
  })

  it('reads arguments and results of tools', () => {
    const tool = span({ 'gen_ai.tool.call.arguments': '{"id":1}', 'gen_ai.tool.call.result': ['a', 'b'] })
    assert.deepEqual([contentOfSpan(tool).input, contentOfSpan(tool).output], ['{"id":1}', '["a","b"]'])
    assert.equal(contentOfSpan(span({})).input, null)
  })

  it('reads the last question and the answer of an agent', () => {
    const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
    const call = {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'c', name: 'look_up', arguments: {} }],
    }
    const agent = span({
      'gen_ai.input.messages': JSON.stringify([
        text('user', 'Hi'),
        text('assistant', 'Hello'),
        text('user', 'Where?'),
      ]),
      'gen_ai.output.messages': JSON.stringify([text('assistant', 'In Oslo.')]),
    })
    assert.deepEqual([contentOfSpan(agent).input, contentOfSpan(agent).output], ['Where?', 'In Oslo.'])
    const calling = span({
      'gen_ai.output.messages': JSON.stringify([call]),
      'gen_ai.input.messages': '[7, null]',
    })
    assert.deepEqual([contentOfSpan(calling).input, contentOfSpan(calling).output], ['null', null])
  })

  const words = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
  const ofPydantic = (...messages: unknown[]) =>
    span({
      'pydantic_ai.all_messages': JSON.stringify(messages),
      'gen_ai.system_instructions': '[{"type":"text","content":"Be kind."}]',
    })

  it("reads the question and the answer of Pydantic AI's agent", () => {
    const failed = ofPydantic(words('user', 'Hi'), words('assistant', 'Hello'), words('user', 'Where?'))
    assert.deepEqual([contentOfSpan(failed).input, contentOfSpan(failed).output], ['Where?', null])
    const answered = ofPydantic(words('user', 'Where?'), words('assistant', 'In Oslo.'))
    assert.deepEqual([contentOfSpan(answered).input, contentOfSpan(answered).output], ['Where?', 'In Oslo.'])
    const calling = {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'c', name: 'look_up', arguments: {} }],
    }
    const result = { role: 'user', parts: [{ type: 'tool_call_response', id: 'c', result: 'Oslo' }] }
    assert.equal(contentOfSpan(ofPydantic(words('user', 'Where?'), calling, result)).input, 'Where?')
  })

  it('gives the messages of a step up to its last answer as a prompt', () => {
    const messages = [words('user', 'Hi'), words('assistant', 'Hello'), words('user', 'Where?')]
    const roles = (step: Span) => {
      const prompt = promptOfStep(step)
      return prompt?.type === 'chat' ? prompt.messages.map(({ role }) => role) : prompt
    }
    const roleOrder = ['system', 'user', 'assistant', 'user']
    assert.deepEqual(roles(ofPydantic(...messages)), roleOrder)
    assert.deepEqual(roles(ofPydantic(...messages, words('assistant', 'In Oslo.'))), roleOrder)
    assert.deepEqual(roles(span({ 'gen_ai.input.messages': JSON.stringify(messages) })), roleOrder.slice(1))
    assert.equal(roles(span({ 'gen_ai.system_instructions': 'Be kind.' })), null)
    assert.equal(roles(span({ 'input.value': 'Where?' })), null)
  })
})
