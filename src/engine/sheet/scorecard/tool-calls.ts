import type { Json } from '../../columns/json.ts'

/** So much of a value is looked at; a longer trace counts as unreadable rather than as one with few calls. */
const MAX_NODES = 200_000

type Node = { readonly [key: string]: Json }

/**
 * The names of the tools that were called, in the order of their times, else as they stand. Reads traces
 * (spans named "Tool: x", nested or not), chats (`tool_calls` and `tool_use` blocks), and either as JSON text.
 * Null when the value is none of these: that is missing data, not a run without calls.
 */
export function toolCalls(value: Json): readonly string[] | null {
  const data = typeof value === 'string' ? parsed(value) : value
  if (data === null || typeof data !== 'object') return null
  const calls: { name: string; time: number; place: number }[] = []
  const stack: Json[] = [data]
  for (let seen = 0; stack.length > 0; seen++) {
    if (seen > MAX_NODES) return null
    const node = stack.pop()!
    if (Array.isArray(node)) for (let at = node.length - 1; at >= 0; at--) stack.push(node[at]!)
    else if (isNode(node)) {
      for (const name of namesIn(node)) calls.push({ name, time: timeOf(node), place: seen })
      // From the right, so that what stands first is seen first.
      for (const key of [...nested].reverse()) if (Object.hasOwn(node, key)) stack.push(node[key]!)
    }
  }
  return calls.sort((a, b) => a.time - b.time || a.place - b.place).map(({ name }) => name)
}

/** Where more spans or messages can be; arguments and outputs are not searched. */
const nested = ['spans', 'messages', 'content', 'children', 'child_spans', 'trace'] as const

function namesIn(node: Node): string[] {
  if (typeof node['name'] === 'string' && node['name'].startsWith('Tool: '))
    return [node['name'].slice(6).trim()]
  if (node['type'] === 'tool_use' && typeof node['name'] === 'string') return [node['name']]
  const calls = node['tool_calls']
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call: Json) => {
    if (!isNode(call)) return []
    const inner = isNode(call['function'] ?? null) ? (call['function'] as Node) : call
    return typeof inner['name'] === 'string' ? [inner['name']] : []
  })
}

/** Start times as numbers or ISO texts; a node without one keeps its place among the others without. */
function timeOf(node: Node): number {
  const time =
    node['start_time'] ?? node['startTime'] ?? node['start'] ?? node['start_time_unix_nano'] ?? null
  const number = typeof time === 'string' && !/^\d+$/.test(time) ? Date.parse(time) : Number(time ?? 0)
  return Number.isFinite(number) ? number : 0
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

const isNode = (value: Json): value is Node =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
