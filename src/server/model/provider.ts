import type { TokenUsage } from '../../engine/template/provider-reading/index.ts'
import type { OutboundAnswer, OutboundRequest } from '../edge/index.ts'

/** One model call: address, key, and arguments exactly as a client's SDK would send them. */
export interface ModelCall {
  /**
   * The provider as a template's metadata names it: `openai`, `openai.azure`, `anthropic`, `google`, `amazon.bedrock`.
   */
  readonly provider: string
  readonly model: string
  /** `chat-completions`, `responses`, `images` or `embeddings`; null if the provider has one API. */
  readonly apiType: string | null
  /** The `llm_kwargs` of the template, unchanged. */
  readonly kwargs: Readonly<Record<string, unknown>>
  readonly credentials: Credentials
  readonly signal: AbortSignal
}

export interface Credentials {
  readonly apiKey: string | null
  /** Null for the provider's own address. */
  readonly baseUrl: string | null
  /** True for addresses of the provider or the operator. Calls to other addresses go through the outbound guard. */
  readonly isTrusted: boolean
  /** Settings besides the key: region, project, API version. */
  readonly settings: Readonly<Record<string, string>>
}

export interface ModelReply {
  /** The answer as the provider's SDK returns it, with a stream assembled. Track-request takes this format. */
  readonly response: unknown
  /** Null if the provider reported no usage, which is not the same as zero. */
  readonly usage: ModelUsage | null
  readonly finishReason: string | null
  /** The model that answered, as the provider spells it. */
  readonly model: string
}

/**
 * Tokens of an answer. Cached, cache-write and input audio tokens are part of the input; reasoning and output audio
 * tokens are part of the output.
 */
export interface ModelUsage extends TokenUsage {
  readonly cacheWriteTokens: number
  readonly inputAudioTokens: number
  readonly outputAudioTokens: number
}

/** One chunk of a stream as the provider sent it, and the text in it. */
export interface ModelChunk {
  readonly raw: unknown
  readonly text: string
}

/**
 * The official SDK of one provider. If the signal aborts, a call throws the signal's reason and closes the connection.
 * @throws ModelFailure, also in mid-stream.
 */
export interface ModelProvider {
  call(call: ModelCall): Promise<ModelReply>
  stream(call: ModelCall): AsyncGenerator<ModelChunk, ModelReply>
  /** Preloads the modules for calls with these credentials. */
  preload?(credentials: Credentials): void
}

/** Sends a request. `ProviderDependencies` limits the size of the answer, the signal limits the time. */
export type Send = (
  url: string,
  request: Omit<OutboundRequest, 'timeoutMs' | 'maxResponseBytes'> & { readonly signal: AbortSignal },
) => Promise<OutboundAnswer>

/** Functions and settings that providers get from outside. */
export interface ProviderDependencies {
  /** A `fetch` for SDKs. All their requests use it. */
  fetchFor(credentials: Credentials): typeof fetch
  /** Sends requests that were built without an SDK. */
  sendFor(credentials: Credentials): Send
  /** Milliseconds since 1970. */
  now(): number
}
