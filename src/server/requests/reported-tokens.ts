import { isReported } from '../../engine/template/provider-reading/index.ts'

interface StoredTokens {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly price_source?: string
}

/**
 * The token counts of a request; null if its answer reported none, which is stored as 0. If one of the two counts is
 * missing, the price is unknown and has the source `no_usage`.
 */
export function reportedTokens({ input_tokens, output_tokens, price_source }: StoredTokens): {
  input_tokens: number | null
  output_tokens: number | null
} {
  if (!isReported({ inputTokens: input_tokens, outputTokens: output_tokens }))
    return { input_tokens: null, output_tokens: null }
  if (price_source !== 'no_usage') return { input_tokens, output_tokens }
  return { input_tokens: input_tokens || null, output_tokens: output_tokens || null }
}
