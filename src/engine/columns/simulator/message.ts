import type { Json, JsonObject } from '../../json/json.ts'
import { isList, isObject, toText } from '../values/coercions.ts'

/** The answer of a prompt as a message: its text and tool calls. */
export function assistantMessage(answer: Json): JsonObject {
  if (!isObject(answer)) return { role: 'assistant', content: toText(answer) }
  const calls = answer['tool_calls']
  if (isList(calls) && calls.length > 0) {
    return { role: 'assistant', content: toText(answer['content'] ?? null), tool_calls: calls }
  }
  return { role: 'assistant', content: toText(answer['content'] ?? answer) }
}
