import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { outline, requestsIn } from './support/reported-calls.ts'

/**
 * One conversation as the packages named in each file report it: three turns with a tool, a failed call that is
 * repeated, and a stream. Recorded on 2026-11-29 through the packages' own exporters with the fake models, and trimmed
 * of unused attributes (record 262).
 */
interface Recorded {
  /** The arguments of the tool as the package writes them. */
  readonly called: string
  /** The session and the user of the traces; null where the package names none. */
  readonly session: string | null
  readonly user: string | null
  /** The requests' tags and the metadata that they have among others. */
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly failure: string
  /** The spans of the tool; none where the package reports model calls alone. */
  readonly tools: readonly string[]
  /** Whether the span of the stream names the time of its first token. */
  readonly timesFirstToken: boolean
  /** Whether the repeated call is linked to version 1 of `desk-prompt`. */
  readonly isLinked: boolean
  readonly priceSource: 'computed' | 'given'
}

const usual = {
  called: '{"city":"Oslo"}',
  session: 'conversation-1',
  user: 'ada',
  tags: ['trial'],
  metadata: { team: 'support', user_id: 'ada', conversation_id: 'conversation-1' },
  failure: 'Error code: 503 - The engine is currently overloaded.',
  tools: ['weather'],
  timesFirstToken: true,
  isLinked: false,
  priceSource: 'computed',
} as const satisfies Recorded

const deployment = { environment: 'staging', release: '1.2.3' }

const recordings: Readonly<Record<string, Recorded>> = {
  'langfuse-5.0.4-openai-3.57.0': {
    ...usual,
    metadata: { ...usual.metadata, ...deployment, version: '7', plan: 'gold' },
    isLinked: true,
  },
  'langfuse-5.0.4-langgraph-1.2.24': {
    ...usual,
    metadata: { ...usual.metadata, ...deployment, thread_id: 'conversation-1', langgraph_node: 'chat' },
  },
  'langfuse-js-5.11.1': {
    ...usual,
    metadata: { ...usual.metadata, ...deployment, version: '7', step: 'first' },
    failure: 'Error: 503 The engine is currently overloaded.',
    isLinked: true,
  },
  'litellm-1.110.2-langfuse-otel': {
    ...usual,
    failure:
      'litellm.ServiceUnavailableError: ServiceUnavailableError: OpenAIException - The engine is currently overloaded.',
    tools: [],
    priceSource: 'given',
  },
  'litellm-1.110.2-otel': {
    ...usual,
    ...{ session: null, tags: [], metadata: { user_id: 'ada' } },
    failure:
      'litellm.ServiceUnavailableError: ServiceUnavailableError: OpenAIException - The engine is currently overloaded.',
    tools: [],
    timesFirstToken: false,
    priceSource: 'given',
  },
}

const conversation = (called: string): readonly (readonly string[])[] => {
  const first = ['system: Be kind.', 'user: Weather in Oslo?', `assistant: weather(${called})`]
  const second = [...first, 'tool: Sunny in Oslo', 'assistant: It is sunny in Oslo.']
  const failed = [...second, 'user: And tomorrow?']
  const third = [...failed, 'assistant: Rain tomorrow.']
  return [first, second, failed, third, [...third, 'user: Thanks', 'assistant: You are welcome.']]
}

/** gpt-4o-mini: 24 input tokens, 16 cached and 12 of output, in US dollars. */
const price = 0.000012

/** An observation that Langfuse's recording has beside the conversation. */
const byHand = 'by hand'
// biome-ignore lint/suspicious/noExplicitAny: whatever our server gave.
const isOfConversation = (request: any): boolean => outline(request)[3] === 'system: Be kind.'

const v2 = '/api/public/v2'

async function get(api: Api, path: string) {
  const { status, body } = await api.get(`${v2}${path}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function post(api: Api, path: string, sent: object) {
  const { status, body } = await api.post(path, sent)
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body
}

const publish = (api: Api) =>
  post(api, '/rest/prompt-templates', {
    prompt_template: { prompt_name: 'desk-prompt' },
    prompt_version: {
      prompt_template: {
        type: 'chat',
        messages: [{ role: 'system', content: [{ type: 'text', text: 'Be kind.' }] }],
      },
    },
  })

describe('one conversation as real packages report it', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  for (const [name, recorded] of Object.entries(recordings))
    it(name, async () => {
      const { api } = await app.newWorkspace()
      await publish(api)
      const { traces } = JSON.parse(
        readFileSync(new URL(`recordings/${name}.json`, import.meta.url), 'utf8'),
      ) as { traces: object }
      const path = name.includes('langfuse') ? '/api/public/otel/v1/traces' : '/v1/traces'
      assert.deepEqual(await post(api, path, traces), {})
      const requests = (await requestsIn(api)).filter(isOfConversation)

      const [, , failed] = requests
      assert.deepEqual(
        requests.map(outline),
        conversation(recorded.called).map((said, index) => [
          'openai',
          'gpt-4o-mini',
          index === 2 ? '0+0' : '40+12',
          ...said,
        ]),
      )
      for (const request of requests) {
        const isFailed = request === failed
        assert.equal(request.price, isFailed ? 0 : price)
        assert.equal(request.price_source, isFailed ? 'no_usage' : recorded.priceSource)
        assert.equal(request.status, isFailed ? 'ERROR' : 'SUCCESS')
        assert.deepEqual(request.tags, recorded.tags)
        for (const [key, value] of Object.entries(recorded.metadata))
          assert.deepEqual(request.metadata[key], value, key)
        const { prompt_template, metadata } = request.prompt_blueprint
        assert.deepEqual(
          prompt_template.tools.map((tool: { function: { name: string } }) => tool.function.name),
          ['weather'],
        )
        assert.equal(metadata.model.parameters.temperature, 0.5)
      }
      assert.deepEqual([failed.error_type, failed.error_message], ['PROVIDER_ERROR', recorded.failure])
      assert.equal(requests[3].prompt_version_number ?? null, recorded.isLinked ? 1 : null)

      const { items } = await post(api, `${v2}/traces/search`, {})
      const listed = items.filter((item: { name: string }) => item.name !== byHand)
      for (const item of listed)
        assert.deepEqual(
          [item.session_id, item.user_id, item.tags],
          [recorded.session, recorded.user, recorded.tags],
        )
      assert.deepEqual(
        listed.flatMap((item: { tools: string[] }) => item.tools),
        recorded.tools,
      )
      assert.equal(
        listed.filter((item: { status: string }) => item.status === 'ERROR').length,
        1,
        'the trace with the failed call',
      )
      const { spans } = await get(api, `/traces/${requests[4].trace_id}`)
      const streamed = spans.find(
        (span: { request_log_id: number | null }) => span.request_log_id === requests[4].request_id,
      )
      assert.deepEqual(streamed.attributes_not_understood, [])
      const { content } = await get(api, `/traces/${requests[4].trace_id}/spans/${streamed.context.span_id}`)
      assert.equal(content.time_to_first_token_ms > 0, recorded.timesFirstToken)
    })
})
