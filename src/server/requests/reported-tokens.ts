import { isReported } from '../../engine/template/provider-reading/index.ts'

interface StoredTokens {
  readonly input_tokens: number
  readonly output_tokens: number
}

/** The token counts of a request; null if its answer reported none, which is stored as 0. */
export function reportedTokens({ input_tokens, output_tokens }: StoredTokens): {
  input_tokens: number | null
  output_tokens: number | null
} {
  return isReported({ inputTokens: input_tokens, outputTokens: output_tokens })
    ? { input_tokens, output_tokens }
    : { input_tokens: null, output_tokens: null }
}
