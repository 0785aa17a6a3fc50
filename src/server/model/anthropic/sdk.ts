import type { Send } from '../exchange/index.ts'

/** Longer than the deadline of any call. */
const maxTimeout = 2 ** 31 - 1

interface Access {
  readonly apiKey?: string
  readonly authToken?: string
  readonly baseUrl: string
}

/** Creates a client with one explicit credential, so that the client does not read the environment. */
export async function openClient({ apiKey, authToken, baseUrl }: Access, send: Send) {
  const { Anthropic } = await import('@anthropic-ai/sdk')
  return new Anthropic({
    apiKey,
    authToken,
    baseURL: baseUrl,
    fetch: send,
    maxRetries: 0,
    timeout: maxTimeout,
    logLevel: 'off',
  })
}
