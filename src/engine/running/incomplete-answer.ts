import { type Fields, fieldsOf, isFields } from '../json/fields.ts'

/** Finish reasons of all providers, in lower case, for an answer cut by a token limit. */
const limitReasons = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
  'model_context_window_exceeded',
])

/** Finish reasons for an answer stopped by the provider's filter. */
const filterReasons = new Set([
  'content_filter',
  'content_filtered',
  'guardrail_intervened',
  'safety',
  'image_safety',
  'recitation',
  'blocklist',
  'prohibited_content',
  'spii',
  'error_toxic',
])

const limitNames =
  /^(?:max_(?:completion_|output_|new_)?tokens|max_?(?:output|new)?tokens|max_tokens_to_sample)$/i

interface AnswerEnd {
  /** The SDK's response. */
  readonly response: unknown
  /** The provider's own term. */
  readonly finishReason: string | null
  /** The `llm_kwargs` of the call. */
  readonly kwargs: Readonly<Record<string, unknown>>
  /** The text of the answer. */
  readonly text: string
}

/** A sentence on why an answer is incomplete; null for a complete answer. */
export function incompleteAnswer({ response, finishReason, kwargs, text }: AnswerEnd): string | null {
  const reason = finishReason?.toLowerCase() ?? ''
  const refusal = refusalIn(response) ?? (reason === 'refusal' ? text : null)
  if (refusal !== null) return `The model refused${refusal === '' ? '.' : `: ${refusal}`}`
  if (filterReasons.has(reason)) return `The provider's content filter stopped the answer (${finishReason}).`
  if (!limitReasons.has(reason)) return null
  const limit = tokenLimitIn(kwargs, 2)
  return limit ? `The answer was cut at ${limit}.` : "The answer was cut at the model's own token limit."
}

/** OpenAI's refusal field, in chat completions and in responses. */
function refusalIn(response: unknown): string | null {
  const { choices, output } = fieldsOf(response)
  const messages = listOf(choices).map((choice) => fieldsOf(choice)['message'])
  const parts = listOf(output).flatMap((item) => listOf(fieldsOf(item)['content']))
  const words = [...messages, ...parts].map((message) => fieldsOf(message)['refusal'])
  return (words.find((word) => typeof word === 'string' && word !== '') as string | undefined) ?? null
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The token limit as the call names it: `max_tokens = 256`. */
function tokenLimitIn(fields: Fields, depth: number): string | null {
  const entry = Object.entries(fields).find(
    ([name, value]) => limitNames.test(name) && typeof value === 'number',
  )
  if (entry) return `${entry[0]} = ${entry[1]}`
  if (depth === 0) return null
  for (const inner of Object.values(fields)) {
    const bound = isFields(inner) ? tokenLimitIn(inner, depth - 1) : null
    if (bound) return bound
  }
  return null
}
