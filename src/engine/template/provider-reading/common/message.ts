import { type Fields, jsonText } from '../../../json/fields.ts'
import { type ContentBlock, type Message, ToolCall } from '../../blueprint/index.ts'
import { textBlock } from './block.ts'

/** Providers have no placeholder role. */
export type Role = Exclude<Message['role'], 'placeholder'>

const ROLES = new Map<string, Role>([
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['ai', 'assistant'],
  ['chatbot', 'assistant'],
  ['tool', 'tool'],
  ['function', 'function'],
])

/** The blueprint's role; unknown roles count as user. */
export const roleOf = (role: unknown): Role => ROLES.get(jsonText(role).toLowerCase()) ?? 'user'

/** `extra` holds keys under the provider's names. */
interface MessageParts {
  role: Role
  content: ContentBlock[]
  name?: string | null
  toolCallId?: string
  toolCalls?: ToolCall[]
  functionCall?: { name: string; arguments: string } | null
  extra?: Fields
}

/** A message in the form of logged requests. */
export function messageOf(parts: MessageParts): Message {
  const { role, content, name = null, extra } = parts
  const body = { input_variables: [], template_format: 'f-string' as const, content }
  const recordedFields = { ...extra, raw_request_display_role: role, dataset_examples: [] }
  switch (role) {
    case 'assistant': {
      const { functionCall = null, toolCalls = [] } = parts
      const calls = { function_call: functionCall, tool_calls: toolCalls.length > 0 ? toolCalls : null }
      return { role, ...body, ...calls, name, ...recordedFields }
    }
    case 'tool':
      return { role, ...body, tool_call_id: parts.toolCallId ?? '', name, ...recordedFields }
    case 'function':
      return { role, ...body, name: name ?? '', ...recordedFields }
    default:
      return { role, ...body, name, ...recordedFields }
  }
}

export const userMessage = (content: ContentBlock[]): Message => messageOf({ role: 'user', content })

export const systemMessage = (content: ContentBlock[]): Message => messageOf({ role: 'system', content })

export const assistantMessage = (content: ContentBlock[]): Message =>
  messageOf({ role: 'assistant', content })

export const assistantText = (text: string): Message => assistantMessage([textBlock(text)])

/** A tool call; arguments become JSON text. */
export function toolCallOf(id: string, name: string, args: unknown, extra: Fields = {}): ToolCall {
  return ToolCall.parse({
    ...extra,
    id,
    type: 'function',
    function: { name, arguments: jsonText(args) },
  })
}
