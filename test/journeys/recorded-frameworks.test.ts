import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { recordedFrameworks } from './support/recorded-frameworks.ts'
import { outline, requestsIn } from './support/reported-calls.ts'
import { logCall } from './support/requests.ts'

const v2 = '/api/public/v2'
const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80)

interface LoggedRequest {
  readonly status: string
  readonly error_type: string | null
  readonly price: number | null
}

function requestLine(request: LoggedRequest): string {
  const [, model, tokens, ...messages] = outline(request)
  const lastQuestion = messages.findLastIndex((message) => message.startsWith('user: '))
  const result = request.status === 'ERROR' ? request.error_type : request.price
  return [`${model} ${tokens} ${result}`, ...messages.slice(Math.max(lastQuestion, 0)).map(short)].join(' | ')
}

type Step = {
  readonly span_id: string
  readonly type: string
  readonly name: string
  readonly status: string
}

type Message = {
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string }[] | null
}

/** Asserts that each tool result has its call; otherwise a provider would refuse the conversation. */
function assertReplayable(messages: readonly Message[]): void {
  const ids = new Set(messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map(({ id }) => id)))
  for (const { tool_call_id: id } of messages) if (id !== undefined && id !== null) assert.ok(ids.has(id), id)
  assert.ok(!ids.has(''))
}

/** This instrumentation reports no ids of tool calls. */
const withoutCallIds = 'haystack-'

async function toolLines(api: Api, traceId: string): Promise<string[]> {
  const { spans } = (await api.get(`${v2}/traces/${traceId}/outline`)).body as { spans: readonly Step[] }
  const tools = spans.filter(({ type }) => type === 'tool')
  return Promise.all(
    tools.map(async ({ span_id: id, name, status }) => {
      const { body } = await api.get(`${v2}/traces/${traceId}/spans/${id}`)
      const { input, output } = body.content
      return `${name}: ${short(input ?? 'not sent')} | ${short(output ?? status)}`
    }),
  )
}

async function exportRecording(api: Api, name: string): Promise<void> {
  const file = new URL(`recordings/frameworks/${name}.json`, import.meta.url)
  const { traces, logs } = JSON.parse(readFileSync(file, 'utf8')) as { traces: object; logs?: object }
  if (logs) assert.deepEqual((await api.post('/v1/logs', logs)).body, {})
  assert.deepEqual((await api.post('/v1/traces', traces)).body, {})
}

describe('an agent as real frameworks report it', () => {
  const app = appOfSuite()

  for (const [name, expected] of Object.entries(recordedFrameworks))
    it(name, async () => {
      const { api } = await app.newWorkspace()
      await exportRecording(api, name)
      const requests = await requestsIn(api)
      if (!name.startsWith(withoutCallIds))
        for (const { prompt_blueprint } of requests)
          assertReplayable(prompt_blueprint.prompt_template.messages)
      const { items } = (await api.post(`${v2}/traces/search`, { sort_order: 'asc' })).body
      const tools: string[] = []
      for (const { trace_id: id } of items) tools.push(...(await toolLines(api, id)))
      const parameters = new Set(
        requests.flatMap(({ prompt_blueprint: { metadata } }) => Object.keys(metadata.model.parameters)),
      )
      const actual = {
        requests: requests.map(requestLine),
        tools,
        parameters: [...parameters].sort(),
        tracesWithError: items.filter(({ status }: { status: string }) => status === 'ERROR').length,
        timesToFirstToken: requests.filter(({ time_to_first_token_ms: time }) => time !== null).length,
        session: [...new Set(items.map((item: { session_id: string | null }) => item.session_id))].join(),
        user: [...new Set(items.map((item: { user_id: string | null }) => item.user_id))].join(),
      }
      assert.deepEqual(actual, expected)
    })

  /** The first failed call without messages, and the step around it. */
  const failedCall = async (name: string) => {
    const { api } = await app.newWorkspace()
    await exportRecording(api, name)
    const request = (await requestsIn(api)).find(
      ({ status, prompt_blueprint }) =>
        status === 'ERROR' && prompt_blueprint.prompt_template.messages.length === 0,
    )
    assert.ok(request)
    const path = `${v2}/requests/${request.request_id}/enclosing-step`
    return { api, request, step: (await api.get(path)).body.step }
  }

  it('a call of Anthropic begins with its system prompt', async () => {
    const { api } = await app.newWorkspace()
    await exportRecording(api, 'anthropic-js-openinference-0.2.8')
    for (const { prompt_blueprint } of await requestsIn(api)) {
      const [first] = prompt_blueprint.prompt_template.messages
      assert.deepEqual([first.role, first.content[0].text], ['system', 'You are kind.'])
    }
  })

  it('a failed call of Pydantic AI has its messages in the step of its agent, and its question in the conversation', async () => {
    const { api, request, step } = await failedCall('pydantic-ai-2.68.0-failed-call')
    assert.equal(step.name, 'invoke_agent Desk')
    assert.equal(step.trace_id, request.trace_id)
    const messages = outline({ ...request, prompt_blueprint: { prompt_template: step.prompt_template } })
    assert.deepEqual(
      [messages[3], messages.at(-1)],
      ['system: Be kind.', 'user: And tomorrow? [fault overloaded]'],
    )
    assertReplayable(step.prompt_template.messages)
    const { turns } = (await api.get(`${v2}/sessions/chat-42/turns`)).body
    type Turn = { trace: { trace_id: string }; input: string; output: string | null; error: string }
    const failed = turns.find(({ trace }: Turn) => trace.trace_id === request.trace_id) as Turn
    assert.deepEqual([failed.input, failed.output], ['And tomorrow? [fault overloaded]', null])
    assert.match(failed.error, /Overloaded/)
    const broken = turns.find(({ input }: Turn) => input === 'broken weather') as Turn
    assert.equal(broken.error, 'no such city Nowhere', 'the message of the exception of a span without one')
  })

  it('a stream of Logfire has the time from its start to its end', async () => {
    const { api } = await app.newWorkspace()
    await exportRecording(api, 'logfire-5.4.0-openai-3.57.0')
    const stream = (await requestsIn(api)).find((request) => outline(request)[3] === 'user: Stream two')
    assert.ok(Date.parse(stream.request_end_time) - Date.parse(stream.request_start_time) > 0)
  })

  it('a span of Logfire is named by its message', async () => {
    const { api } = await app.newWorkspace()
    await exportRecording(api, 'logfire-5.4.0-openai-3.57.0')
    const filters = [{ field: 'trace_name', operator: 'is', value: 'a turn of customer-42' }]
    const { items } = (await api.post(`${v2}/traces/search`, { filter_group: { logic: 'AND', filters } }))
      .body
    const { spans } = (await api.get(`${v2}/traces/${items[0].trace_id}/outline`)).body
    assert.deepEqual(
      [...new Set(spans.map(({ name }: Step) => name))],
      ['a turn of customer-42', "Chat Completion with 'gpt-4o-mini'"],
    )
  })

  it('a failed call of OpenAI Agents has messages in no step around it', async () => {
    assert.equal((await failedCall('openai-agents-0.24.0-openinference-2.6.0')).step, null)
  })

  it('a request without a trace has no step around it, nor has one of another workspace', async () => {
    const [first, second] = [await app.newWorkspace(), await app.newWorkspace()]
    const { id } = (await first.api.post('/log-request', logCall())).body
    const path = `${v2}/requests/${id}/enclosing-step`
    assert.equal((await first.api.get(path)).body.step, null)
    assert.equal((await second.api.get(path)).status, 404)
  })
})
