import type { Provider, RefusalAnswer, RefusalKind } from '../provider.ts'
import { chat } from './chat.ts'
import { embeddings } from './embeddings.ts'
import { images } from './images.ts'
import { responses } from './responses.ts'
import { textCompletions } from './text-completions.ts'

const refusal = (
  status: number,
  message: string,
  type: string,
  code: string | null,
  headers = {},
): RefusalAnswer => ({ status, body: { error: { message, type, param: null, code } }, headers })

const openAiRefusals: Record<RefusalKind, RefusalAnswer> = {
  bad_key: refusal(401, 'Incorrect API key provided: sk-fake.', 'invalid_request_error', 'invalid_api_key'),
  rate_limit: refusal(429, 'Rate limit reached for gpt-4o-mini.', 'requests', 'rate_limit_exceeded'),
  quota: refusal(429, 'You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota'),
  bad_request: refusal(
    400,
    "Unsupported value: 'temperature'.",
    'invalid_request_error',
    'unsupported_value',
  ),
  context_length: refusal(
    400,
    "This model's maximum context length is 128000 tokens.",
    'invalid_request_error',
    'context_length_exceeded',
  ),
  not_found: refusal(404, 'The model `none` does not exist.', 'invalid_request_error', 'model_not_found'),
  server_error: refusal(500, 'The server had an error while processing your request.', 'server_error', null),
  unavailable: refusal(503, 'The engine is currently overloaded.', 'server_error', 'overloaded'),
  overloaded: refusal(529, 'Overloaded', 'server_error', 'overloaded'),
}

const wires = [chat, responses, images, embeddings, textCompletions]

const provider = (name: string, mount: string, environment: Provider['environment']): Provider => ({
  name,
  mount,
  wires,
  environment,
  refusal: (kind) => openAiRefusals[kind],
})

export const openAi = provider('openai', '/openai/v1', (baseUrl) => ({
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: 'sk-openai-fake',
}))

/** Azure, where deployments may have any name. */
export const azure = provider('azure', '/azure', (baseUrl) => ({
  AZURE_OPENAI_ENDPOINT: baseUrl,
  AZURE_OPENAI_API_KEY: 'sk-azure-fake',
  OPENAI_API_VERSION: '2026-10-01',
}))

export const openRouter = provider('openrouter', '/openrouter/api/v1', (baseUrl) => ({
  OPENROUTER_BASE_URL: baseUrl,
  OPENROUTER_API_KEY: 'sk-or-fake',
}))
