import { chat } from './openai/chat.ts'
import { textCompletions } from './openai/text-completions.ts'
import type { Provider, RefusalAnswer, RefusalKind } from './provider.ts'

const refusal = (status: number, error: string, rest: object = {}): RefusalAnswer => ({
  status,
  body: { error, ...rest },
})

const refusals: Record<RefusalKind, RefusalAnswer> = {
  bad_key: refusal(401, 'Invalid username or password.'),
  rate_limit: refusal(429, 'Too many requests: please slow down.'),
  quota: refusal(402, 'You have exceeded your monthly included credits for Inference Providers.'),
  bad_request: refusal(422, 'Input validation error: `temperature` must be strictly positive'),
  context_length: refusal(
    422,
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9000',
  ),
  not_found: refusal(404, 'Model none does not exist'),
  server_error: refusal(500, 'Internal Server Error'),
  unavailable: refusal(503, 'Model none is currently loading', { estimated_time: 20 }),
  overloaded: refusal(529, 'Model is overloaded'),
}

/** An endpoint of text-generation-inference: OpenAI's wire with errors of its own. */
export const huggingFace: Provider = {
  name: 'huggingface',
  mount: '/huggingface',
  wires: [chat, textCompletions],
  environment: (baseUrl) => ({ HF_BASE_URL: baseUrl, HF_TOKEN: 'hf_fake' }),
  refusal: (kind) => refusals[kind],
}
