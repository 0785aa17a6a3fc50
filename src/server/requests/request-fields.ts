import type { Json } from '../../engine/json/json.ts'
import { isPriced } from '../../engine/price/index.ts'
import type { describeRequest } from './read-request.ts'
import { reportedTokens } from './reported-tokens.ts'

export type DescribedRequest = NonNullable<Awaited<ReturnType<typeof describeRequest>>>

/** Request fields that can become columns of a sheet, by name. */
const fields: Readonly<Record<string, (request: DescribedRequest) => unknown>> = {
  request_id: (request) => request.request_id,
  input: (request) => messagesOf(request).slice(0, -1),
  output: (request) => messagesOf(request).at(-1) ?? null,
  prompt_blueprint: (request) => request.prompt_blueprint,
  input_variables: (request) => request.prompt_input_variables,
  source: (request) => request.source,
  provider: (request) => request.provider,
  model: (request) => request.model,
  status: (request) => request.status,
  error_type: (request) => request.error_type,
  error_message: (request) => request.error_message,
  // Unknown tokens and prices are null, because a sheet would add up a 0.
  input_tokens: (request) => reportedTokens(request).input_tokens,
  output_tokens: (request) => reportedTokens(request).output_tokens,
  price: (request) => (isPriced(request.price_source) ? request.price : null),
  price_source: (request) => request.price_source,
  latency_ms: (request) => request.latency_ms,
  time_to_first_token_ms: (request) => request.time_to_first_token_ms,
  output_tokens_per_second: (request) => request.output_tokens_per_second,
  attempts: (request) => request.attempts,
  waited_ms: (request) => request.waited_ms,
  request_start_time: (request) => request.request_start_time,
  request_end_time: (request) => request.request_end_time,
  function_name: (request) => request.function_name,
  prompt_id: (request) => request.prompt_id,
  prompt_version_number: (request) => request.prompt_version_number,
  group_id: (request) => request.group_id,
  trace_id: (request) => request.trace_id,
  tags: (request) => request.tags,
  metadata: (request) => request.metadata,
  scores: (request) => request.scores,
}

export const requestFields: readonly string[] = Object.keys(fields)

export const requestField = (request: DescribedRequest, name: string): Json =>
  (fields[name]!(request) ?? null) as Json

/** The messages of the prompt and the answer; for a completion, its text. */
export function messagesOf({
  prompt_blueprint,
}: Pick<DescribedRequest, 'prompt_blueprint'>): readonly Json[] {
  const template = prompt_blueprint.prompt_template as unknown as Readonly<Record<string, Json>>
  const messages = template['messages']
  if (!Array.isArray(messages)) return [(template['content'] ?? null) as Json]
  return messages.map((message, index) => (index === messages.length - 1 ? textOf(message) : message))
}

/** Returns the text of an answer that consists of text only; other answers unchanged. */
function textOf(message: Json): Json {
  const { role, content, tool_calls } = message as Readonly<Record<string, Json>>
  const isText =
    role === 'assistant' &&
    Array.isArray(content) &&
    content.every((block) => (block as { type?: unknown }).type === 'text') &&
    !(Array.isArray(tool_calls) && tool_calls.length > 0)
  return isText ? content.map((block) => (block as { text: string }).text).join('') : message
}
