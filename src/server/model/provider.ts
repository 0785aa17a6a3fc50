import type { TokenUsage } from '../../engine/template/provider-reading/index.ts'
import type { OutboundAnswer, OutboundRequest } from '../edge/index.ts'

/** One model call: arguments exactly as a client's SDK would send them, address and key. */
export interface ModelCall {
  /** As in a template's metadata: `openai`, `openai.azure`, `anthropic`, `google`, `amazon.bedrock`. */
  readonly provider: string
  readonly model: string
  /** `chat-completions`, `responses`, `images`, `embeddings`; null: the provider has one API. */
  readonly apiType: string | null
  /** The template's `llm_kwargs`, unchanged. */
  readonly kwargs: Readonly<Record<string, unknown>>
  readonly credentials: Credentials
  readonly signal: AbortSignal
}

export interface Credentials {
  readonly apiKey: string | null
  /** Null: the provider's own address. */
  readonly baseUrl: string | null
  /** True for addresses of the provider or operator; others go through the outbound guard. */
  readonly isTrusted: boolean
  /** Settings besides the key: region, project, API version. */
  readonly settings: Readonly<Record<string, string>>
}

export interface ModelReply {
  /** The answer as the provider's SDK returns it, streams assembled: the format of track-request. */
  readonly response: unknown
  /** Null: not reported, which differs from zero. */
  readonly usage: ModelUsage | null
  readonly finishReason: string | null
  /** The answering model, in the provider's spelling. */
  readonly model: string
}

/** Cached and cache-write tokens are part of the input, reasoning tokens of the output; audio likewise. */
export interface ModelUsage extends TokenUsage {
  readonly cacheWriteTokens: number
  readonly inputAudioTokens: number
  readonly outputAudioTokens: number
}

/** A chunk of a stream: the provider's chunk, and its text, if any. */
export interface ModelChunk {
  readonly raw: unknown
  readonly text: string
}

/**
 * One provider's official SDK. @throws ModelFailure, also in mid-stream; if the signal aborts, throws its
 * reason and closes the connection.
 */
export interface ModelProvider {
  call(call: ModelCall): Promise<ModelReply>
  stream(call: ModelCall): AsyncGenerator<ModelChunk, ModelReply>
  /** Preloads the modules for calls with these credentials. */
  expect?(credentials: Credentials): void
}

/** The world limits the size of an answer; the signal limits its time. */
export type Send = (
  url: string,
  request: Omit<OutboundRequest, 'timeoutMs' | 'maxResponseBytes'> & { readonly signal: AbortSignal },
) => Promise<OutboundAnswer>

/** External dependencies of providers. */
export interface ProviderWorld {
  /** Fetch for an SDK; all outbound requests use it. */
  fetchFor(credentials: Credentials): typeof fetch
  /** The same for requests that were built without an SDK. */
  sendFor(credentials: Credentials): Send
  /** Milliseconds since 1970. */
  now(): number
}
