/** Output tokens per second. */
export const speedText = (tokensPerSecond: number): string =>
  `${tokensPerSecond.toLocaleString('en', { maximumSignificantDigits: 3 })} tokens/s`

/** Tokens in and out; a dash for a call that reported none, such as a failed one. */
export const tokensText = (input: number, output: number): string =>
  input + output === 0 ? '–' : `${input.toLocaleString('en')} / ${output.toLocaleString('en')}`

/** The sum of the tokens of calls, or a dash if none reported any. */
export const tokenSum = ({
  input_tokens,
  output_tokens,
}: Record<'input_tokens' | 'output_tokens', number>) =>
  input_tokens + output_tokens === 0 ? '–' : (input_tokens + output_tokens).toLocaleString('en')
