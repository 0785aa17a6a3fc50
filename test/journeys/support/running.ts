import assert from 'node:assert/strict'
import type { Sandbox } from '../../../src/server/edge/index.ts'
import { readProviderEnvironment } from '../../../src/server/model/index.ts'
import { type FakeModels, type FakeProvider, type Script, startFakeModels } from '../../fake-models/index.ts'
import { type Api, bodyOf, type Reply } from '../../kit/api.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { model } from './templates.ts'

export const runPath = '/api/public/v2/prompt-templates/run'

export interface RunWorld {
  readonly app: TestApp
  readonly fake: FakeModels
  readonly openAi: FakeProvider
  readonly api: Api
  close(): Promise<void>
}

export interface RunWorldOptions {
  /** Hosts that may be called besides the models. */
  readonly allow?: readonly string[]
  readonly sandbox?: Sandbox
}

/** Starts our app with the operator's keys, which point to the fake models. */
export async function startRunWorld({ allow = [], sandbox }: RunWorldOptions = {}): Promise<RunWorld> {
  const fake = await startFakeModels()
  const app = await startApp(
    { ...(sandbox && { sandbox }) },
    { providers: readProviderEnvironment(fake.environment()), outboundAllow: allow },
  )
  return {
    app,
    fake,
    openAi: fake.provider('openai'),
    api: app.api,
    async close() {
      await app.close()
      await fake.close()
    },
  }
}

export const gpt = (rest: object = {}) =>
  model('openai', 'gpt-4o-mini', { api_type: 'chat-completions', ...rest })

export const draftOf = (prompt_template: unknown, metadata: object = gpt()) => ({
  draft: { prompt_template, metadata },
})

/** Runs a template, asserts success, and returns the answer. */
export async function runOf(api: Api, body: object) {
  return bodyOf(await api.post(runPath, body))
}

/** A script that calls these tools once, turn by turn, and then repeats their results. */
export function callingTools(...turns: readonly { name: string; arguments: unknown }[][]): Script {
  return ({ call, text }) => {
    const { messages = [] } = call.body as { messages?: { role: string }[] }
    const turn = messages.filter(({ role }) => role === 'assistant').length
    const calls = turns[turn]
    if (!calls) return { text: `Told: ${text}`, usage: { input: 10, output: 5 } }
    return { toolCalls: calls, usage: { input: 10, output: 5 } }
  }
}

export interface ServerSentEvent {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  readonly data: any
}

/** Runs a template with a stream, and reads the stream to its end. */
export async function streamOf({ app }: RunWorld, body: object, signal?: AbortSignal) {
  const response = await openStream(app, body, signal)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  return eventsIn(await response.text())
}

export const openStream = (app: TestApp, body: object, signal?: AbortSignal) =>
  fetch(app.baseUrl + runPath, {
    method: 'POST',
    headers: { 'X-API-KEY': app.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true }),
    ...(signal && { signal }),
  })

export function eventsIn(text: string): ServerSentEvent[] {
  return text
    .split('\n\n')
    .filter((part) => part.startsWith('event: '))
    .map((part) => {
      const [first, second] = part.split('\n')
      return { name: first!.slice('event: '.length), data: JSON.parse(second!.slice('data: '.length)) }
    })
}

/** Asserts that a run failed outside the server: its status, its code, and the error type of the log. */
export function assertRunFailed(
  { status, body }: Reply,
  expected: { status: number; error: string; errorType?: string | null; requests?: number },
) {
  assert.equal(status, expected.status, JSON.stringify(body))
  const { error, error_type, request_ids } = body
  assert.deepEqual([error, error_type], [expected.error, expected.errorType ?? null])
  assert.equal(request_ids.length, expected.requests ?? 1)
}
