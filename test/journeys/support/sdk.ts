import { createRequire } from 'node:module'
import type * as sdk from 'promptlayer'
import { startApp, type TestApp } from '../../kit/app.ts'
import { startFakeAnthropic } from '../../world/fake-anthropic.ts'
import { startFakeOpenAi } from '../../world/fake-openai.ts'
import type { FakeProvider } from '../../world/wire.ts'

// As CommonJS: the package's ES module cannot load the providers' clients ("Dynamic require is not supported").
export const { PromptLayer } = createRequire(import.meta.url)('promptlayer') as typeof sdk
export type PromptLayer = InstanceType<typeof PromptLayer>

export interface SdkWorld {
  readonly app: TestApp
  readonly openAi: FakeProvider
  readonly anthropic: FakeProvider
  readonly promptLayer: PromptLayer
  close(): Promise<void>
}

/** Our app, the providers that the SDK calls, and the vendor's own client between them. */
export async function startSdkWorld(): Promise<SdkWorld> {
  const [app, openAi, anthropic] = await Promise.all([startApp(), startFakeOpenAi(), startFakeAnthropic()])
  Object.assign(process.env, {
    OPENAI_BASE_URL: openAi.baseUrl,
    OPENAI_API_KEY: 'sk-openai-fake',
    AZURE_OPENAI_ENDPOINT: openAi.baseUrl,
    AZURE_OPENAI_API_KEY: 'sk-azure-fake',
    OPENAI_API_VERSION: '2026-10-01',
    ANTHROPIC_BASE_URL: anthropic.baseUrl,
    ANTHROPIC_API_KEY: 'sk-anthropic-fake',
  })
  return {
    app,
    openAi,
    anthropic,
    promptLayer: new PromptLayer({ apiKey: app.key, baseURL: app.baseUrl }),
    async close() {
      await Promise.all([app.close(), openAi.close(), anthropic.close()])
    },
  }
}

/** What `run()` gives when it does not stream, and each thing it yields when it does. */
export interface RunAnswer {
  readonly request_id: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the provider's client gave.
  readonly raw_response: any
  // biome-ignore lint/suspicious/noExplicitAny: whatever our server gave.
  readonly prompt_blueprint: any
}

type RunRequest = Parameters<PromptLayer['run']>[0]

export const run = async (promptLayer: PromptLayer, request: RunRequest) =>
  (await promptLayer.run(request)) as RunAnswer

/** Runs with a stream to its end. The SDK yields one object that it changes, so each is copied. */
export async function runStream(promptLayer: PromptLayer, request: RunRequest): Promise<RunAnswer[]> {
  const stream = (await promptLayer.run({ ...request, stream: true })) as AsyncIterable<RunAnswer>
  const answers: RunAnswer[] = []
  for await (const answer of stream) answers.push(structuredClone(answer))
  return answers
}
