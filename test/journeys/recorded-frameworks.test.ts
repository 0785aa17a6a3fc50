import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { recordedFrameworks } from './support/recorded-frameworks.ts'
import { outline, requestsIn } from './support/reported-calls.ts'

const v2 = '/api/public/v2'
const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80)

interface LoggedRequest {
  readonly status: string
  readonly error_type: string | null
  readonly price: number | null
}

function requestLine(request: LoggedRequest): string {
  const [, model, tokens, ...said] = outline(request)
  const asked = said.findLastIndex((message) => message.startsWith('user: '))
  const result = request.status === 'ERROR' ? request.error_type : request.price
  return [`${model} ${tokens} ${result}`, ...said.slice(Math.max(asked, 0)).map(short)].join(' | ')
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

/** A provider refuses a conversation with a result whose call it does not have. */
function assertReplayable(messages: readonly Message[]): void {
  const ids = new Set(messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map(({ id }) => id)))
  for (const { tool_call_id: id } of messages) if (id !== undefined && id !== null) assert.ok(ids.has(id), id)
  assert.ok(!ids.has(''))
}

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

describe('an agent as real frameworks report it', () => {
  const app = appOfSuite()

  for (const [name, expected] of Object.entries(recordedFrameworks))
    it(name, async () => {
      const { api } = await app.newWorkspace()
      const file = new URL(`recordings/frameworks/${name}.json`, import.meta.url)
      const { traces, logs } = JSON.parse(readFileSync(file, 'utf8')) as { traces: object; logs?: object }
      if (logs) assert.deepEqual((await api.post('/v1/logs', logs)).body, {})
      assert.deepEqual((await api.post('/v1/traces', traces)).body, {})
      const requests = await requestsIn(api)
      for (const { prompt_blueprint } of requests) assertReplayable(prompt_blueprint.prompt_template.messages)
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
})
