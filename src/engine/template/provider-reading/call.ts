import type { PromptTemplate } from '../blueprint/index.ts'

/** A provider call as an SDK reports it to POST /track-request. */
export interface ProviderCall {
  providerType: string | null
  functionName: string
  args: unknown
  kwargs: Record<string, unknown>
  /** The raw answer of the provider, or an assembled stream; {} when the call failed. */
  response: unknown
  apiType?: string | null
}

/** Tokens of a call, 0 where unknown. Cached tokens are part of the input, reasoning of the output. */
export interface TokenUsage {
  inputTokens: number
  outputTokens: number
  cachedInputTokens: number
  reasoningTokens: number
}

/** What was asked and answered, in PromptLayer's terms. */
export interface ProviderReading {
  provider: string
  /** The model asked for, else the one that answered, else empty. */
  model: string
  apiType: string | null
  /** Input followed by output. */
  template: PromptTemplate
  /** The input alone, in the form POST /log-request takes. */
  input: PromptTemplate
  /** The output alone, of the same type as the input; without messages or content when nothing came back. */
  output: PromptTemplate
  /** The arguments that the template does not hold, without model and credentials. */
  parameters: Record<string, unknown>
  usage: TokenUsage
}
