interface Tokens {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly request_count: number
}

/** The tokens of all requests; a dash if none reported any, nothing without requests. */
export const tokenCell = ({ input_tokens, output_tokens, request_count }: Tokens) =>
  request_count > 0 && (
    <span title={`${input_tokens.toLocaleString('en')} in, ${output_tokens.toLocaleString('en')} out`}>
      {input_tokens + output_tokens === 0 ? '–' : (input_tokens + output_tokens).toLocaleString('en')}
    </span>
  )
