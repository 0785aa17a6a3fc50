import type { Send } from '../exchange/index.ts'

/** Long enough that the deadline of the call always comes first. */
const noTimeout = 2 ** 31 - 1

interface Access {
  readonly apiKey?: string
  readonly authToken?: string
  readonly baseUrl: string
}

/** A client with exactly one credential: with one it does not look for others in the environment. */
export async function openClient({ apiKey, authToken, baseUrl }: Access, send: Send) {
  const { Anthropic } = await import('@anthropic-ai/sdk')
  return new Anthropic({
    apiKey,
    authToken,
    baseURL: baseUrl,
    fetch: send,
    maxRetries: 0,
    timeout: noTimeout,
    logLevel: 'off',
  })
}
