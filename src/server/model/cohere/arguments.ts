import { fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { listOf } from '../../../engine/template/provider-reading/common/json.ts'

/** Names that the SDK spells differently. The SDK passes unknown names through. */
const top = new Map([
  ['citation_options', 'citationOptions'],
  ['frequency_penalty', 'frequencyPenalty'],
  ['max_tokens', 'maxTokens'],
  ['presence_penalty', 'presencePenalty'],
  ['response_format', 'responseFormat'],
  ['safety_mode', 'safetyMode'],
  ['stop_sequences', 'stopSequences'],
  ['strict_tools', 'strictTools'],
  ['tool_choice', 'toolChoice'],
])
const inMessage = new Map([
  ['tool_calls', 'toolCalls'],
  ['tool_call_id', 'toolCallId'],
  ['tool_plan', 'toolPlan'],
])
const inPart = new Map([['image_url', 'imageUrl']])
const inThinking = new Map([['token_budget', 'tokenBudget']])
const inFormat = new Map([
  ['json_schema', 'jsonSchema'],
  ['schema', 'jsonSchema'],
])

/** Converts arguments to the spelling of the SDK. Also accepts the older name of a response format's schema. */
export function cohereArguments(callArguments: Readonly<Record<string, unknown>>): object {
  const { stream: _stream, apiKey: _key, baseURL: _address, ...kwargs } = callArguments
  const insides: Record<string, (value: unknown) => unknown> = {
    messages: (value) => listOf(value).map(messageOf),
    thinking: (value) => (isFields(value) ? spelled(value, inThinking) : value),
    responseFormat: (value) => (isFields(value) ? spelled(value, inFormat) : value),
  }
  return Object.fromEntries(
    Object.entries(spelled(kwargs, top)).map(([name, value]) => [
      name,
      Object.hasOwn(insides, name) ? insides[name]!(value) : value,
    ]),
  )
}

function messageOf(message: unknown): unknown {
  const renamed = spelled(fieldsOf(message), inMessage)
  const { content } = renamed
  return Array.isArray(content)
    ? { ...renamed, content: content.map((part) => spelled(fieldsOf(part), inPart)) }
    : renamed
}

const spelled = (
  fields: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]))
