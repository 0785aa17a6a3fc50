import { fieldsOf, isFields } from '../../engine/json/fields.ts'
import { field, listOf, text, valueAt } from '../../engine/template/provider-reading/common/json.ts'
import type { ModelChunk } from './provider.ts'

/** Events of Anthropic and Cohere that hold a part of the answer. */
const parts = [
  'content_block_delta',
  'content-delta',
  'tool-plan-delta',
  'tool-call-start',
  'tool-call-delta',
]

/**
 * True if a chunk contains a part of the answer: text, a thought or a tool call. Providers send other events first, such as
 * one that confirms the request.
 */
export function holdsToken({ raw, text: added }: ModelChunk): boolean {
  if (added !== '') return true
  const type = text(field(raw, 'type'))
  return (
    parts.includes(type) ||
    // OpenAI's Responses.
    (type.startsWith('response.') && type.endsWith('.delta')) ||
    // Bedrock.
    isFields(field(raw, 'contentBlockDelta')) ||
    // Gemini.
    listOf(field(raw, 'candidates')).some((candidate) =>
      isNotEmpty(valueAt(candidate, 'content', 'parts')),
    ) ||
    // Chat completions. The first chunk may hold the role alone.
    listOf(field(raw, 'choices')).some((choice) =>
      Object.entries(fieldsOf(field(choice, 'delta'))).some(
        ([name, value]) => name !== 'role' && isNotEmpty(value),
      ),
    )
  )
}

const isNotEmpty = (value: unknown): boolean =>
  typeof value === 'string' || Array.isArray(value) ? value.length > 0 : isFields(value)
