import type { UsageParts } from '../../price/index.ts'
import type { PromptTemplate } from '../blueprint/index.ts'

/** A provider call as an SDK reports it to POST /track-request. */
export interface ProviderCall {
  providerType: string | null
  functionName: string
  args: unknown
  kwargs: Record<string, unknown>
  /** The provider's raw answer or an assembled stream; {} if the call failed. */
  response: unknown
  apiType?: string | null
}

/** 0 where unknown. Cached tokens are included in the input, reasoning in the output. */
export interface TokenUsage extends Pick<UsageParts, 'unknownCount'> {
  inputTokens: number
  outputTokens: number
  cachedInputTokens: number
  reasoningTokens: number
}

/** A call and its answer in PromptLayer's terms. */
export interface ProviderReading {
  provider: string
  /** The requested model, else the model in the answer, else empty. */
  model: string
  apiType: string | null
  /** Input followed by output. */
  template: PromptTemplate
  /** The input in the form of POST /log-request. */
  input: PromptTemplate
  /** The output, in the type of the input; empty if there was none. */
  output: PromptTemplate
  /** Arguments that the template cannot hold, without model and credentials. */
  parameters: Record<string, unknown>
  usage: TokenUsage
}
