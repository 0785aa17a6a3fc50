import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { maxValueDepth, objectOf, valueOfJson } from './limits.ts'
import { readSpan } from './read-span.ts'
import { spanWith } from './styles/span-parts.cases.ts'

const marks: Record<string, Record<string, unknown>> = {
  gen_ai: { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm' },
  openinference: { 'openinference.span.kind': 'LLM', 'llm.model_name': 'm' },
  vercel_ai: { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.model.id': 'm' },
  traceloop: { 'llm.request.type': 'chat', 'gen_ai.request.model': 'm' },
  litellm: { hidden_params: '{}', 'gen_ai.request.model': 'm', 'gen_ai.system': 'openai' },
  langsmith: { 'langsmith.span.kind': 'llm', 'gen_ai.request.model': 'm' },
}

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
const polluting = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'

const values: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  'null',
  '{',
  '[1,[2,[3]]]',
  '{"messages":{"messages":{"messages":[]}}}',
  '{"role":{"role":1},"content":{"type":[]},"tool_calls":"{","parts":7}',
  '[{"type":"tool_call","function":{"function":{"name":[]}}},{"type":"blob"},{"type":"image","image":{"0":1}}]',
  '[{"kwargs":{"kwargs":{"message":{"message":{}}}},"id":[[]]}]',
  '\ud800',
  'a\u0000b',
  polluting,
  [polluting, null, [], {}],
  deep,
  { __proto__: null, toString: 1, hasOwnProperty: 2, toJSON: 4, length: 1e9 },
]

/** Every key that some style reads, and suffixes that a hostile sender may append. */
const keys = [
  ...['gen_ai.input.messages', 'gen_ai.output.messages', 'gen_ai.system_instructions', 'gen_ai.prompt'],
  ...['gen_ai.completion', 'gen_ai.tool.definitions', 'gen_ai.usage.input_tokens', 'gen_ai.usage.cost'],
  ...['gen_ai.response.finish_reasons', 'gen_ai.request.temperature', 'gen_ai.request.__proto__'],
  ...['gen_ai.prompt.0.content', 'gen_ai.prompt.0.tool_calls.0.name', 'gen_ai.prompt.__proto__.polluted'],
  ...['gen_ai.completion.constructor.prototype.polluted', 'gen_ai.prompt.999999999.role', 'gen_ai.prompt..'],
  ...['llm.input_messages.0.message.content', 'llm.input_messages.__proto__.message.polluted'],
  ...['llm.input_messages.0.message.contents.0.message_content', 'llm.tools.0.tool.json_schema'],
  ...['llm.invocation_parameters', 'llm.prompt_template.variables', 'metadata', 'tag.tags', 'input.value'],
  ...['output.value', 'ai.prompt.messages', 'ai.prompt.tools', 'ai.response.toolCalls', 'ai.settings.topK'],
  ...['ai.telemetry.metadata.__proto__', 'langsmith.metadata.__proto__', 'langsmith.span.tags', 'events'],
  ...['promptlayer.metadata.__proto__', 'promptlayer.score.__proto__', 'promptlayer.tags'],
  ...['promptlayer.prompt.id', 'promptlayer.prompt.name', 'promptlayer.prompt.input_variables'],
  ...['traceloop.association.properties.__proto__', 'error.type', 'llm.request.functions.0', 'hidden_params'],
]

const assertUnpolluted = () => {
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  assert.deepEqual(Object.keys(Object.prototype), [])
}

suite('hostile attributes', () => {
  for (const [style, mark] of Object.entries(marks))
    test(`${style}: reads or skips every key with every value, and changes no prototype`, () => {
      for (const key of keys)
        for (const value of values) {
          const reading = readSpan(spanWith({ ...mark, [key]: cut(value) }))
          JSON.stringify(reading)
          assertUnpolluted()
        }
    })
})

/** The contract limits nesting; JSON within a text may be deeper. */
const cut = (value: unknown) => (typeof value === 'object' ? (valueOfJson(value) as object) : value)

test('a key with a hundred thousand dots is one key', () => {
  const key = `gen_ai.prompt.${'0.'.repeat(100_000)}content`
  const { call } = readSpan(spanWith({ ...marks['traceloop'], [key]: 'x' }))
  assert.ok(call)
})

test('ten thousand attributes with conflicting keys', () => {
  const conflicting = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [
      `gen_ai.prompt.0.${'content.'.repeat(index % 12)}${index}`,
      'x',
    ]),
  )
  assert.ok(
    readSpan(spanWith({ ...marks['traceloop'], ...conflicting, 'gen_ai.prompt.0.content': 'y' })).call,
  )
})

test('values nested too deeply are refused', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown
  assert.deepEqual(valueOfJson(nested(maxValueDepth)), nested(maxValueDepth))
  assert.throws(() => valueOfJson(nested(maxValueDepth + 1)), Refusal)
})

test('objects of attributes have no prototype, and keep any key', () => {
  const value = valueOfJson(JSON.parse(polluting))
  assert.equal(JSON.stringify(value), polluting)
  assert.equal(Object.getPrototypeOf(value), null)
  assert.equal(JSON.stringify(objectOf([['__proto__', 1]])), '{"__proto__":1}')
  assertUnpolluted()
})
