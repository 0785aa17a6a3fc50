/** Output tokens assumed without a limit. */
const assumedOutputTokens = 4_096
/** Characters of a token, below the average of every language, so that no estimate is too low. */
const charactersPerToken = 3
/** Media are counted as a whole, not by characters. */
const mediaTokens = 1_500
const minMediaLength = 200

export interface TokenEstimate {
  readonly inputTokens: number
  readonly outputTokens: number
}

const limitNames = [
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'maxOutputTokens',
  'maxTokens',
  'max_new_tokens',
]

/** Estimates the tokens of a call, rather too high than too low. */
export function estimateTokens(kwargs: Readonly<Record<string, unknown>>): TokenEstimate {
  let media = 0
  const text = JSON.stringify(kwargs, (_key, value: unknown) => {
    if (typeof value !== 'string' || value.length < minMediaLength || !isMedia(value)) return value
    media++
    return ''
  })
  const choices = typeof kwargs['n'] === 'number' && kwargs['n'] > 0 ? kwargs['n'] : 1
  return {
    inputTokens: Math.ceil(text.length / charactersPerToken) + media * mediaTokens,
    outputTokens: (outputLimitOf(kwargs, 2) ?? assumedOutputTokens) * choices,
  }
}

/** A data URL, or bare base64. */
const isMedia = (text: string): boolean => text.startsWith('data:') || /^[A-Za-z0-9+/=_-]{200}/.test(text)

function outputLimitOf(value: unknown, depth: number): number | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  for (const [name, item] of Object.entries(value))
    if (limitNames.includes(name) && typeof item === 'number' && item > 0) return item
  if (depth === 0) return null
  const inner = Object.values(value).map((item) => outputLimitOf(item, depth - 1))
  return inner.find((estimate) => estimate !== null) ?? null
}
