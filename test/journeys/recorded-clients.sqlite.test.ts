import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { type Outline, outline, requestsIn } from './support/reported-calls.ts'
import { traceChartOf } from './support/trace-analytics.ts'

/**
 * OTLP exports of real clients that called the fake models. CI does not install them: the exports were recorded on
 * 2026-11-23, with the versions in the file names, and trimmed of unused attributes.
 */
interface Recording {
  readonly traces: { readonly resourceSpans: readonly { readonly scopeSpans: readonly ScopeSpans[] }[] }
  readonly logs?: object
}
interface ScopeSpans {
  readonly scope: object
  readonly spans: readonly object[]
}

type Expected = readonly Outline[]

const adkInstructions = 'system: Be kind.\n\nYou are an agent. Your internal name is "desk".'

const agent: Expected = [
  [
    'openai',
    'gpt-4o-mini',
    '4+6',
    'system: Be kind.',
    'user: Weather in Oslo?',
    'assistant: weather({"city":"text"})',
  ],
  [
    'openai',
    'gpt-4o-mini',
    '4+7',
    'system: Be kind.',
    'user: Weather in Oslo?',
    'assistant: weather({"city":"text"})',
    'tool: Sunny in text',
    'assistant: The tool said: Sunny in text',
  ],
]

/** The Gemini SDK calls the tool by itself in the first call; the next two make its turns one by one. */
const gemini = (args: string, result: string): Expected => [
  [
    'google',
    'gemini-2.5-flash',
    '7+11',
    'system: Be kind.',
    'user: Weather in Oslo?',
    'assistant: The tool said: {"result":"Sunny in text"}',
  ],
  ['google', 'gemini-2.5-flash', '4+6', 'user: Weather in Oslo?', `assistant: weather(${args})`],
  [
    'google',
    'gemini-2.5-flash',
    '5+9',
    'user: Weather in Oslo?',
    `assistant: weather(${args})`,
    `tool: ${result}`,
    'assistant: The tool said: {"result":"Sunny"}',
  ],
]
const geminiStream: Outline = [
  'google',
  'gemini-2.5-flash',
  '4+6',
  'user: Stream please',
  'assistant: You said: Stream please',
]

/** This instrumentation does not report the tools that a call offers. */
const withoutTools = 'opentelemetry-openai-v2-'

const recordings: Record<string, Expected> = {
  'openai-agents-0.24.0-traceloop-0.62.4': agent,
  'openai-agents-0.24.0-chat-traceloop-0.62.4': agent,
  'openai-agents-openinference-2.6.0': [
    ...agent,
    ['openai', 'gpt-4o-mini', '2+4', 'user: Say hi', 'assistant: You said: Say hi'],
  ],
  'langchain-1.5.2-openinference-0.1.80': [
    ['openai', 'gpt-4o-mini', '2+5', 'system: Be kind.', 'user: Hi chain', 'assistant: You said: Hi chain'],
    ['openai', 'gpt-4o-mini', '2+6', 'user: Weather?', 'assistant: weather({"city": "text"})'],
  ],
  'pydantic-ai-2.68.0': agent,
  // The messages arrive as log records; the fake model gave all answers one id.
  'opentelemetry-openai-v2-2.1b0': [
    ['openai', 'gpt-4o-mini', '2+5', 'system: Be kind.', 'user: Hi logs', 'assistant: You said: Hi logs'],
    ['openai', 'gpt-4o-mini', '2+6', 'user: Weather?', 'assistant: weather({"city":"text"})'],
    ['openai', 'gpt-4o-mini', '4+6', 'user: Stream please', 'assistant: You said: Stream please'],
  ],
  // The messages arrive as one log record for each call.
  'opentelemetry-openai-v2-2.4b0': [
    ['openai', 'gpt-4o-mini', '2+5', 'system: Be kind.', 'user: Hi logs', 'assistant: You said: Hi logs'],
    ['openai', 'gpt-4o-mini', '2+7', 'user: Weather?', 'assistant: get_weather({"city":"text"})'],
    ['openai', 'gpt-4o-mini', '4+6', 'user: Stream please', 'assistant: You said: Stream please'],
  ],
  // This export was recorded on 2026-11-29.
  'google-genai-3.6.1-openinference-1.4.14': [
    ...gemini('{"city": "text"}', '{"result": "Sunny"}'),
    geminiStream,
  ],
  'google-genai-3.6.1-opentelemetry-1.3b0': [
    ...gemini('{"city":"text"}', '{"result":"Sunny"}'),
    geminiStream,
  ],
  // Messages, instructions and tools arrive as log records alone.
  'google-genai-3.6.1-opentelemetry-1.3b0-events': [
    ...gemini('{"city":"text"}', '{"result":"Sunny"}'),
    geminiStream,
  ],
  // Traceloop writes no text of a streamed answer.
  'google-genai-3.6.1-traceloop-0.62.4': gemini('{"city":"text"}', '{"result": "Sunny"}'),
  // Agents of Google's kit report their calls themselves.
  'google-adk-2.13.0': [
    [
      'google',
      'gemini-2.5-flash',
      '4+6',
      adkInstructions,
      'user: Weather in Oslo?',
      'assistant: weather({"city":"text"})',
    ],
    [
      'google',
      'gemini-2.5-flash',
      '7+11',
      adkInstructions,
      'user: Weather in Oslo?',
      'assistant: weather({"city":"text"})',
      'tool: {"result":"Sunny in text"}',
      'assistant: The tool said: {"result":"Sunny in text"}',
    ],
  ],
  'litellm-1.110.2': [
    ['openai', 'gpt-4o-mini', '4+7', 'user: Hi from LiteLLM', 'assistant: You said: Hi from LiteLLM'],
    ['openai', 'gpt-4o-mini', '2+6', 'user: Weather?', 'assistant: weather({"city":"text"})'],
  ],
}

suite('one request for each call of a model, as real clients report it', () => {
  const app = appOfSuite()

  for (const [name, expected] of Object.entries(recordings)) {
    const { traces, logs } = JSON.parse(
      readFileSync(new URL(`recordings/${name}.json`, import.meta.url), 'utf8'),
    ) as Recording
    const parts = traces.resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans }) =>
        spans.map((span) => ({ resourceSpans: [{ scopeSpans: [{ scope, spans: [span] }] }] })),
      ),
    )
    const orders: Record<string, readonly object[]> = {
      'in one export': [traces],
      'span by span, as they ended': parts,
      'span by span, in reverse': [...parts].reverse(),
    }
    for (const [order, exports] of Object.entries(orders))
      test(`${name}, ${order}`, async () => {
        const { api } = await app.newWorkspace()
        for (const sent of exports) assert.equal((await api.post('/v1/traces', sent)).status, 200)
        if (logs) assert.equal((await api.post('/v1/logs', logs)).status, 200)
        const requests = await requestsIn(api)
        assert.deepEqual(requests.map(outline), expected)
        for (const { price, prompt_blueprint } of requests) {
          assert.ok(price > 0)
          const { messages, tools } = prompt_blueprint.prompt_template
          // Every question about the weather offers the tool.
          const isOffered = messages.some(({ content }: { content: readonly { text: string }[] | null }) =>
            content?.some(({ text }) => text.startsWith('Weather')),
          )
          assert.deepEqual(
            (tools ?? []).map((tool: { function: { name: string } }) => tool.function.name),
            isOffered && !name.startsWith(withoutTools) ? ['weather'] : [],
          )
        }
        const cost = sumOf(requests.map(({ price }) => price))
        // If a request moves to another trace, the summary of its former trace is updated in the background.
        await until(async () => (await costOfTraces(api)) === cost)
        // Sending the same exports again changes no row.
        for (const sent of exports) assert.equal((await api.post('/v1/traces', sent)).status, 200)
        assert.deepEqual(await requestsIn(api), requests)
      })
  }
})

const sumOf = (prices: readonly number[]): number =>
  Number(prices.reduce((sum, price) => sum + price, 0).toFixed(10))

/** The cost of all spans that have a request of their own. */
async function costOfTraces(api: Api): Promise<number> {
  const { data } = await traceChartOf(api, { metric: 'sum', metricField: 'trace_total_cost_usd' })
  return Number((data[0].value ?? 0).toFixed(10))
}
