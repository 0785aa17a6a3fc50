import { fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { listOf } from '../../../engine/template/provider-reading/common/json.ts'

/** Names that the SDK spells differently. The SDK passes unknown names through. */
const topNames = new Map([
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
const messageNames = new Map([
  ['tool_calls', 'toolCalls'],
  ['tool_call_id', 'toolCallId'],
  ['tool_plan', 'toolPlan'],
])
const partNames = new Map([['image_url', 'imageUrl']])
const thinkingNames = new Map([['token_budget', 'tokenBudget']])
const formatNames = new Map([
  ['json_schema', 'jsonSchema'],
  ['schema', 'jsonSchema'],
])

/** Converts arguments to the spelling of the SDK. Also accepts the older name of a response format's schema. */
export function cohereArguments(callArguments: Readonly<Record<string, unknown>>): object {
  const { stream: _stream, apiKey: _key, baseURL: _address, ...kwargs } = callArguments
  const nestedConverters: Record<string, (value: unknown) => unknown> = {
    messages: (value) => listOf(value).map(messageOf),
    thinking: (value) => (isFields(value) ? withNames(value, thinkingNames) : value),
    responseFormat: (value) => (isFields(value) ? withNames(value, formatNames) : value),
  }
  return Object.fromEntries(
    Object.entries(withNames(kwargs, topNames)).map(([name, value]) => [
      name,
      Object.hasOwn(nestedConverters, name) ? nestedConverters[name]!(value) : value,
    ]),
  )
}

function messageOf(message: unknown): unknown {
  const renamed = withNames(fieldsOf(message), messageNames)
  const { content } = renamed
  return Array.isArray(content)
    ? { ...renamed, content: content.map((part) => withNames(fieldsOf(part), partNames)) }
    : renamed
}

const withNames = (
  fields: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]))
