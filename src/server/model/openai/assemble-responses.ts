import { type Fields, isFields } from '../../../engine/json/fields.ts'
import { count, field, listOf, text } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

const ends = ['response.completed', 'response.incomplete', 'response.failed']

/**
 * Collects events of the Responses API. The last event has the whole answer. If it is missing or empty, the earlier
 * events make the answer.
 */
export function assembleResponses(): Assembly {
  const items = new Map<number, Fields>()
  let response: Fields | null = null
  let isComplete = false

  return {
    add(event) {
      if (!isFields(event)) return ''
      const type = text(event['type'])
      if (isFields(event['response'])) response = event['response']
      if (ends.includes(type)) isComplete = true
      const index = count(event['output_index'])
      if (type === 'response.output_item.added' || type === 'response.output_item.done') {
        if (isFields(event['item'])) items.set(index, event['item'])
        return ''
      }
      const delta = text(event['delta'])
      const item = items.get(index)
      if (delta === '' || !item) return ''
      const changed = withDelta(item, type, delta, count(event['content_index'] ?? event['summary_index']))
      if (changed) items.set(index, changed)
      return isText(type) ? delta : ''
    },
    isComplete: () => isComplete,
    response() {
      if (!response) return null
      const output = listOf(response['output'])
      if (output.length > 0 || items.size === 0) return response
      return { ...response, output: [...items].sort(([a], [b]) => a - b).map(([, item]) => item) }
    },
  }
}

const isText = (type: string) => type === 'response.output_text.delta' || type === 'response.refusal.delta'

function withDelta(item: Fields, type: string, delta: string, index: number): Fields | null {
  switch (type) {
    case 'response.output_text.delta':
      return withPartDelta(item, 'content', index, { type: 'output_text', annotations: [] }, 'text', delta)
    case 'response.refusal.delta':
      return withPartDelta(item, 'content', index, { type: 'refusal' }, 'refusal', delta)
    case 'response.reasoning_summary_text.delta':
      return withPartDelta(item, 'summary', index, { type: 'summary_text' }, 'text', delta)
    case 'response.function_call_arguments.delta':
      return { ...item, arguments: text(item['arguments']) + delta }
    case 'response.custom_tool_call_input.delta':
      return { ...item, input: text(item['input']) + delta }
    default:
      return null
  }
}

/** Adds the delta to the part at this index. Parts arrive in order, so a larger index means the next part. */
function withPartDelta(
  item: Fields,
  list: string,
  index: number,
  empty: Fields,
  name: string,
  delta: string,
): Fields {
  const parts = [...listOf(item[list])]
  const position = Math.min(index, parts.length)
  const part = isFields(parts[position]) ? parts[position] : empty
  parts[position] = { ...part, [name]: text(field(part, name)) + delta }
  return { ...item, [list]: parts }
}
