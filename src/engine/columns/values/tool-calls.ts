import type { Json, JsonObject } from '../../json/json.ts'
import { isList, isObject, toJson } from './coercions.ts'

/** Node limit. A longer trace counts as unreadable, because a partial one would show too few calls. */
const MAX_NODES = 200_000

export interface ToolCall {
  readonly name: string
  /** The arguments as they are stored, maybe as JSON text; undefined if the source has none. */
  readonly input: Json | undefined
}

/** Names of the called tools; null as for `readToolCalls`. */
export const toolCalls = (value: Json): readonly string[] | null =>
  readToolCalls(value)?.map(({ name }) => name) ?? null

/**
 * The called tools by time, else in document order. Reads traces (spans named "Tool: x", nested or not) and
 * chats (`tool_calls` and `tool_use` blocks), also as JSON text. Null without any span or message: data is missing,
 * which differs from a run without calls.
 */
export function readToolCalls(value: Json): readonly ToolCall[] | null {
  const data = toJson(value) ?? null
  const calls: { call: ToolCall; time: number; order: number }[] = []
  const stack: Json[] = [data]
  let recognised = false
  for (let visited = 0; stack.length > 0; visited++) {
    if (visited > MAX_NODES) return null
    const node = stack.pop()!
    if (isList(node)) for (let index = node.length - 1; index >= 0; index--) stack.push(node[index]!)
    else if (isObject(node)) {
      recognised ||= isMessage(node) || isSpan(node)
      for (const call of callsIn(node)) calls.push({ call, time: timeOf(node), order: visited })
      // Pushed in reverse, so that the first key is visited first.
      for (const key of [...nested].reverse()) if (Object.hasOwn(node, key)) stack.push(node[key]!)
    }
  }
  if (!recognised) return null
  return calls.sort((a, b) => a.time - b.time || a.order - b.order).map(({ call }) => call)
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

/** Attributes with the arguments of a tool's span, by the conventions of OpenTelemetry, Vercel AI and OpenInference. */
const inputAttributes = ['gen_ai.tool.call.arguments', 'ai.toolCall.args', 'input.value']

function callsIn(node: JsonObject): ToolCall[] {
  if (typeof node['name'] === 'string' && node['name'].startsWith('Tool: '))
    return [{ name: node['name'].slice(6).trim(), input: inputOfSpan(node) }]
  if (node['type'] === 'tool_use' && typeof node['name'] === 'string')
    return [{ name: node['name'], input: node['input'] }]
  const calls = node['tool_calls']
  if (!isList(calls)) return []
  return calls.flatMap((call: Json) => {
    if (!isObject(call)) return []
    const inner = isObject(call['function']) ? call['function'] : call
    const input = inner['arguments'] ?? inner['args'] ?? inner['input']
    return typeof inner['name'] === 'string' ? [{ name: inner['name'], input }] : []
  })
}

function inputOfSpan({ input, attributes }: JsonObject): Json | undefined {
  if (input !== undefined || !isObject(attributes)) return input
  const key = inputAttributes.find((name) => Object.hasOwn(attributes, name))
  return key === undefined ? undefined : attributes[key]
}

/** Start times are numbers or ISO texts; nodes without one keep their order. */
function timeOf(node: JsonObject): number {
  const time =
    node['start_time'] ?? node['startTime'] ?? node['start'] ?? node['start_time_unix_nano'] ?? null
  const number = typeof time === 'string' && !/^\d+$/.test(time) ? Date.parse(time) : Number(time ?? 0)
  return Number.isFinite(number) ? number : 0
}
