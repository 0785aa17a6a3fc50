import { createRequire } from 'node:module'
import type * as sdk from 'promptlayer'
import { type FakeProvider, type Question, type Reply, startFakeModels } from '../../fake-models/index.ts'
import { startApp, type TestApp } from '../../kit/app.ts'

// The package is required as CommonJS: its ES module cannot load the providers' clients ("Dynamic require is
// not supported").
export const { PromptLayer } = createRequire(import.meta.url)('promptlayer') as typeof sdk
export type PromptLayer = InstanceType<typeof PromptLayer>

export interface SdkWorld {
  readonly app: TestApp
  readonly openAi: FakeProvider
  readonly azure: FakeProvider
  readonly anthropic: FakeProvider
  readonly google: FakeProvider
  readonly mistral: FakeProvider
  readonly bedrock: FakeProvider
  readonly promptLayer: PromptLayer
  close(): Promise<void>
}

/** Starts our app, the providers that the SDK calls, and the vendor's own client between them. */
export async function startSdkWorld(): Promise<SdkWorld> {
  const models = await startFakeModels({ script: greets, refusalHeaders: { 'x-should-retry': 'false' } })
  const app = await startApp()
  Object.assign(process.env, models.environment())
  return {
    app,
    openAi: models.provider('openai'),
    azure: models.provider('azure'),
    anthropic: models.provider('anthropic'),
    google: models.provider('google'),
    mistral: models.provider('mistral'),
    bedrock: models.provider('bedrock'),
    promptLayer: new PromptLayer({ apiKey: app.key, baseURL: app.baseUrl }),
    async close() {
      await Promise.all([app.close(), models.close()])
    },
  }
}

const greetings: Readonly<Record<string, Reply>> = {
  chat: { text: 'Hello from chat.', usage: { input: 11, output: 7 } },
  responses: { text: 'Hello from responses.', usage: { input: 12, output: 8 } },
  'text-completions': { text: 'Hello from text.', usage: { input: 5, output: 4 } },
  images: { usage: { input: 13, output: 272 } },
  messages: { text: 'Hello from Claude.', usage: { input: 14, output: 6 } },
}

/**
 * A script that calls the first offered tool (Claude with a sentence before), and otherwise greets in the
 * name of the wire.
 */
export function greets({ wire, tools: [tool] }: Question): Reply {
  const greeting = greetings[wire] ?? { text: 'Hello.' }
  if (!tool) return greeting
  const toolCalls = [{ name: tool.name, arguments: { city: 'Oslo' } }]
  return { usage: greeting.usage, toolCalls, ...(wire === 'messages' && { text: 'Let me look.' }) }
}

/** The result of `run()` without streaming, and each item that it yields with streaming. */
export interface RunAnswer {
  readonly request_id: number
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the provider.
  readonly raw_response: any
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  readonly prompt_blueprint: any
}

type RunRequest = Parameters<PromptLayer['run']>[0]

export const run = async (promptLayer: PromptLayer, request: RunRequest) =>
  (await promptLayer.run(request)) as RunAnswer

/** Runs with a stream to its end. Each item is copied, because the SDK yields one object that it changes. */
export async function runStream(promptLayer: PromptLayer, request: RunRequest): Promise<RunAnswer[]> {
  const stream = (await promptLayer.run({ ...request, stream: true })) as AsyncIterable<RunAnswer>
  const answers: RunAnswer[] = []
  for await (const answer of stream) answers.push(structuredClone(answer))
  return answers
}
