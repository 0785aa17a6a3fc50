import { chatAnswer } from './openai-chat.ts'
import { imagesAnswer } from './openai-images.ts'
import { responsesAnswer } from './openai-responses.ts'
import { textCompletionAnswer } from './openai-text-completion.ts'
import { type Failure, type FakeProvider, startProvider } from './wire.ts'

/**
 * OpenAI as its own client sees it, and Azure with a deployment of one model; `baseUrl` is what belongs into
 * OPENAI_BASE_URL and AZURE_OPENAI_ENDPOINT.
 */
export async function startFakeOpenAi(): Promise<FakeProvider> {
  return startProvider({
    '/chat/completions': chatAnswer,
    '/completions': textCompletionAnswer,
    '/responses': responsesAnswer,
    '/images/generations': imagesAnswer,
    '/openai/deployments/gpt-4o-mini/chat/completions': chatAnswer,
    '/openai/responses': responsesAnswer,
  })
}

const failure = (status: number, message: string, type: string, code: string | null): Failure => ({
  status,
  body: { error: { message, type, param: null, code } },
})

export const openAiFailures = {
  badKey: failure(401, 'Incorrect API key provided: sk-fake.', 'invalid_request_error', 'invalid_api_key'),
  rateLimit: failure(429, 'Rate limit reached for gpt-4o-mini.', 'requests', 'rate_limit_exceeded'),
  serverError: failure(500, 'The server had an error while processing your request.', 'server_error', null),
  badRequest: failure(400, "Unsupported value: 'temperature'.", 'invalid_request_error', 'unsupported_value'),
}
