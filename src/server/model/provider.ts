import type { TokenUsage } from '../../engine/template/provider-reading/index.ts'
import type { OutboundAnswer, OutboundRequest } from '../edge/index.ts'

/** One call of a model: exactly what a client's SDK would send, to whom, and with which key. */
export interface ModelCall {
  /** As in a template's metadata: `openai`, `openai.azure`, `anthropic`, `google`, `amazon.bedrock`. */
  readonly provider: string
  readonly model: string
  /** `chat-completions`, `responses`, `images`, `embeddings`; null where the provider has one way. */
  readonly apiType: string | null
  /** The `llm_kwargs` of the template, unchanged. */
  readonly kwargs: Readonly<Record<string, unknown>>
  readonly credentials: Credentials
  readonly signal: AbortSignal
}

export interface Credentials {
  readonly apiKey: string | null
  /** Null: the provider's own address. */
  readonly baseUrl: string | null
  /** The address is the provider's own or the operator's; any other goes through the guard. */
  readonly isTrusted: boolean
  /** What a provider needs beyond a key: region, project, api version. */
  readonly settings: Readonly<Record<string, string>>
}

export interface ModelReply {
  /** The answer as the provider's SDK returns it, a stream assembled: what track-request would carry. */
  readonly response: unknown
  /** Null when the provider said nothing about tokens: missing is not zero. */
  readonly usage: ModelUsage | null
  readonly finishReason: string | null
  /** The model that answered, as the provider names it. */
  readonly model: string
}

/** Cached and cache-write tokens are part of the input, reasoning of the output; audio likewise. */
export interface ModelUsage extends TokenUsage {
  readonly cacheWriteTokens: number
  readonly inputAudioTokens: number
  readonly outputAudioTokens: number
}

/** A piece of a streamed answer: the provider's own chunk, and the text in it, if any. */
export interface ModelChunk {
  readonly raw: unknown
  readonly text: string
}

/**
 * One provider's official SDK behind one face. Failures are ModelFailure, also in mid-stream; when the call's
 * signal aborts, its reason is thrown and the connection to the provider is closed.
 */
export interface ModelProvider {
  call(call: ModelCall): Promise<ModelReply>
  stream(call: ModelCall): AsyncGenerator<ModelChunk, ModelReply>
  /** Calls with these are likely soon: loads what they need. */
  expect?(credentials: Credentials): void
}

/** How much of an answer is read is the world's to say, and how long it takes the signal's. */
export type Send = (
  url: string,
  request: Omit<OutboundRequest, 'timeoutMs' | 'maxResponseBytes'> & { readonly signal: AbortSignal },
) => Promise<OutboundAnswer>

/** What providers need of the world outside. */
export interface ProviderWorld {
  /** For the SDK's `fetch` option: the only way out. */
  fetchFor(credentials: Credentials): typeof fetch
  /** The same way out for requests that are already what an SDK would send. */
  sendFor(credentials: Credentials): Send
  /** Milliseconds since 1970. */
  now(): number
}
