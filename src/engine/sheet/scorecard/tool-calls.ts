import type { Json, JsonObject } from '../../columns/json.ts'
import { isList, isObject, toJson } from '../../columns/values/coercions.ts'

/** So much of a value is looked at; a longer trace counts as unreadable rather than as one with few calls. */
const MAX_NODES = 200_000

/**
 * The names of the tools that were called, in the order of their times, else as they stand. Reads traces
 * (spans named "Tool: x", nested or not), chats (`tool_calls` and `tool_use` blocks), and either as JSON text.
 * Null when no span and no message is in it: that is missing data, not a run without calls.
 */
export function toolCalls(value: Json): readonly string[] | null {
  const data = toJson(value) ?? null
  const calls: { name: string; time: number; place: number }[] = []
  const stack: Json[] = [data]
  let recognised = false
  for (let seen = 0; stack.length > 0; seen++) {
    if (seen > MAX_NODES) return null
    const node = stack.pop()!
    if (isList(node)) for (let at = node.length - 1; at >= 0; at--) stack.push(node[at]!)
    else if (isObject(node)) {
      recognised ||= typeof node['role'] === 'string' || typeof node['name'] === 'string'
      for (const name of namesIn(node)) calls.push({ name, time: timeOf(node), place: seen })
      // From the right, so that what stands first is seen first.
      for (const key of [...nested].reverse()) if (Object.hasOwn(node, key)) stack.push(node[key]!)
    }
  }
  if (!recognised) return null
  return calls.sort((a, b) => a.time - b.time || a.place - b.place).map(({ name }) => name)
}

/** Where more spans or messages can be; arguments and outputs are not searched. */
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

/** Start times as numbers or ISO texts; a node without one keeps its place among the others without. */
function timeOf(node: JsonObject): number {
  const time =
    node['start_time'] ?? node['startTime'] ?? node['start'] ?? node['start_time_unix_nano'] ?? null
  const number = typeof time === 'string' && !/^\d+$/.test(time) ? Date.parse(time) : Number(time ?? 0)
  return Number.isFinite(number) ? number : 0
}
