import type { Json, JsonObject } from '../../json/json.ts'
import { isList, isObject, toJson } from './coercions.ts'

/** Node limit. A longer trace counts as unreadable, because a partial one would show too few calls. */
const MAX_NODES = 200_000

/**
 * Names of the called tools by time, else in document order. Reads traces (spans named "Tool: x", nested or not) and
 * chats (`tool_calls` and `tool_use` blocks), also as JSON text. Null without any span or message: data is missing,
 * which differs from a run without calls.
 */
export function toolCalls(value: Json): readonly string[] | null {
  const data = toJson(value) ?? null
  const calls: { name: string; time: number; order: number }[] = []
  const stack: Json[] = [data]
  let recognised = false
  for (let visited = 0; stack.length > 0; visited++) {
    if (visited > MAX_NODES) return null
    const node = stack.pop()!
    if (isList(node)) for (let at = node.length - 1; at >= 0; at--) stack.push(node[at]!)
    else if (isObject(node)) {
      recognised ||= isMessage(node) || isSpan(node)
      for (const name of namesIn(node)) calls.push({ name, time: timeOf(node), order: visited })
      // Pushed in reverse, so that the first key is visited first.
      for (const key of [...nested].reverse()) if (Object.hasOwn(node, key)) stack.push(node[key]!)
    }
  }
  if (!recognised) return null
  return calls.sort((a, b) => a.time - b.time || a.order - b.order).map(({ name }) => name)
}

const roles: ReadonlySet<unknown> = new Set([
  'system',
  'developer',
  'user',
  'assistant',
  'model',
  'tool',
  'function',
  'placeholder',
])

const isMessage = (node: JsonObject) => roles.has(node['role'])

/** Keys of spans. Other data may have a name too, and a person is not a run without tool calls. */
const spanKeys = [
  ...['span_id', 'spanId', 'context', 'trace_id', 'kind', 'span_kind', 'parent_id', 'attributes'],
  ...['start_time', 'startTime', 'start', 'start_time_unix_nano', 'input', 'output'],
  ...['spans', 'children', 'child_spans'],
]

const isSpan = (node: JsonObject) =>
  typeof node['name'] === 'string' &&
  (node['name'].startsWith('Tool: ') || spanKeys.some((key) => Object.hasOwn(node, key)))

/** Keys that may hold more spans or messages; arguments and outputs are not searched. */
const nested = ['spans', 'messages', 'content', 'children', 'child_spans', 'trace'] as const

function namesIn(node: JsonObject): string[] {
  if (typeof node['name'] === 'string' && node['name'].startsWith('Tool: '))
    return [node['name'].slice(6).trim()]
  if (node['type'] === 'tool_use' && typeof node['name'] === 'string') return [node['name']]
  const calls = node['tool_calls']
  if (!isList(calls)) return []
  return calls.flatMap((call: Json) => {
    if (!isObject(call)) return []
    const inner = isObject(call['function']) ? call['function'] : call
    return typeof inner['name'] === 'string' ? [inner['name']] : []
  })
}

/** Start times are numbers or ISO texts; nodes without one keep their order. */
function timeOf(node: JsonObject): number {
  const time =
    node['start_time'] ?? node['startTime'] ?? node['start'] ?? node['start_time_unix_nano'] ?? null
  const number = typeof time === 'string' && !/^\d+$/.test(time) ? Date.parse(time) : Number(time ?? 0)
  return Number.isFinite(number) ? number : 0
}
