import { lazyGuardedFetch } from '../../src/server/edge/index.ts'
import type { ProviderConnection } from '../../src/server/model/index.ts'
import {
  callModel,
  createModels,
  type ModelChunk,
  type ModelOutcome,
  type ModelRequest,
  type Models,
  type RetryLimits,
  readProviderEnvironment,
  streamModel,
} from '../../src/server/model/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { type FakeModels, type FaultName, startFakeModels } from '../fake-models/index.ts'

const workspace = 1 as WorkspaceId

export interface ModelWorld {
  readonly fake: FakeModels
  readonly models: Models
  call(request: Partial<ModelRequest>, patience?: Partial<RetryLimits>): Promise<ModelOutcome>
  stream(
    request: Partial<ModelRequest>,
    patience?: Partial<RetryLimits>,
  ): AsyncGenerator<ModelChunk, ModelOutcome>
  close(): Promise<void>
}

export interface ModelWorldOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Makes the workspace's stored connection, on loopback. */
  readonly connection?: (fake: FakeModels) => ProviderConnection
}

/** Starts Galley's models; the environment points them to the fake models. */
export async function startModelWorld(options: ModelWorldOptions = {}): Promise<ModelWorld> {
  const fake = await startFakeModels()
  const guardedFetch = lazyGuardedFetch({ allow: options.connection ? ['127.0.0.1'] : [] })
  const models = createModels({
    environment: readProviderEnvironment({ ...fake.environment(), ...options.environment }),
    outboundAllow: [],
    guardedFetch,
    isGranted: () => true,
    findConnection: async () => options.connection?.(fake) ?? null,
    now: Date.now,
  })
  const whole = (request: Partial<ModelRequest>): ModelRequest => ({
    provider: 'openai',
    model: 'gpt-5',
    apiType: 'chat-completions',
    kwargs: {},
    connection: null,
    ...request,
  })
  return {
    fake,
    models,
    call: (request, patience) => callModel({ models }, workspace, whole(request), patience),
    stream: (request, patience) => streamModel({ models }, workspace, whole(request), patience),
    async close() {
      await models.close()
      await guardedFetch.close()
      await fake.close()
    },
  }
}

export interface ReadStream {
  readonly outcome: ModelOutcome
  readonly chunks: ModelChunk[]
  readonly text: string
}

/** Reads a stream to its end. */
export async function readToEnd(stream: AsyncGenerator<ModelChunk, ModelOutcome>): Promise<ReadStream> {
  const chunks: ModelChunk[] = []
  for (;;) {
    const { done, value } = await stream.next()
    if (done) return { outcome: value, chunks, text: chunks.map(({ text }) => text).join('') }
    chunks.push(value)
  }
}

/** Calls of OpenAI's wires in these tests. */
export const openAiWires: Readonly<Record<string, Partial<ModelRequest>>> = {
  chat: { kwargs: { model: 'gpt-5', messages: [{ role: 'user', content: 'Grüße 👋🏽 an alle' }] } },
  responses: {
    apiType: 'responses',
    kwargs: {
      model: 'gpt-5',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Grüße 👋🏽 an alle' }] }],
    },
  },
  text: { kwargs: { model: 'gpt-3.5-turbo-instruct', prompt: 'Grüße 👋🏽 an alle' } },
  images: { apiType: 'images', kwargs: { model: 'gpt-image-1', prompt: 'Grüße 👋🏽 an alle' } },
  embeddings: { apiType: 'embeddings', kwargs: { model: 'text-embedding-3-small', input: 'Grüße 👋🏽' } },
  azure: {
    provider: 'openai.azure',
    kwargs: { model: 'our-gpt', messages: [{ role: 'user', content: 'Grüße 👋🏽 an alle' }] },
  },
  openrouter: {
    provider: 'openrouter',
    apiType: null,
    kwargs: { model: 'x/y', messages: [{ role: 'user', content: 'Grüße 👋🏽 an alle' }] },
  },
}

/** The same request with a fault; the text names the fault for the fake's default script. */
export const asking = (request: Partial<ModelRequest>, fault: FaultName): Partial<ModelRequest> => ({
  ...request,
  kwargs: JSON.parse(JSON.stringify(request.kwargs).replace('Grüße', `[fault ${fault}] Grüße`)),
})
