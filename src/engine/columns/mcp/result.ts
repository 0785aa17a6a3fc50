import type { Json } from '../../json/json.ts'
import type { Step } from '../column.ts'
import { failed } from '../failures.ts'
import { value } from '../steps.ts'
import { isList, isObject, jsonOrText } from '../values/coercions.ts'

const MAX_SHOWN = 2_000

/** The result of a tool: structured content, or its texts, parsed as JSON if they are. */
export function readToolResult(result: Json): Step {
  if (!isObject(result)) return failed('bad_answer', 'The server did not answer with the result of a tool.')
  const text = textOf(result['content'] ?? null)
  if (result['isError'] === true)
    return failed('tool_failed', text === '' ? 'The tool failed.' : text.slice(0, MAX_SHOWN))
  const structured = result['structuredContent']
  if (structured !== undefined && structured !== null) return value(structured)
  return value(text === '' ? null : jsonOrText(text))
}

function textOf(content: Json): string {
  if (!isList(content)) return ''
  const parts = content.flatMap((part) =>
    isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  )
  return parts.join('\n')
}
