import type { Answer } from '../api/index.ts'

/** Output tokens per second. */
export const speedText = (tokensPerSecond: number): string =>
  `${tokensPerSecond.toLocaleString('en', { maximumSignificantDigits: 3 })} tokens/s`

/** Tokens in and out; a dash for a call that reported none, such as a failed one. */
export const tokensText = (input: number, output: number): string =>
  input + output === 0 ? '–' : `${input.toLocaleString('en')} / ${output.toLocaleString('en')}`

type Counted = Pick<Answer<'readRequest'>, 'input_tokens' | 'output_tokens' | 'price_source'>

/** Whether a count of a request is known. A request with only one of the two counts has no price for that reason. */
export const isKnownCount = (request: Counted, count: number): boolean =>
  request.input_tokens + request.output_tokens > 0 && (count > 0 || request.price_source !== 'no_usage')

/** Tokens in and out of one request. A count that the call did not report is a dash. */
export function requestTokens(request: Counted): string {
  const { input_tokens: input, output_tokens: output } = request
  const text = (count: number) => (isKnownCount(request, count) ? count.toLocaleString('en') : '–')
  return input + output === 0 ? '–' : `${text(input)} / ${text(output)}`
}
