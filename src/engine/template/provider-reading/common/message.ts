import { type Fields, jsonText } from '../../../json/fields.ts'
import { type ContentBlock, Message, ToolCall } from '../../blueprint/index.ts'
import { textBlock, unreadBlock } from './block.ts'

const ROLES = new Map<string, Message['role']>([
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

/** The blueprint's role for a provider's; a role nobody knows is a user's. */
export const roleOf = (role: unknown): Message['role'] => ROLES.get(jsonText(role).toLowerCase()) ?? 'user'

/** What a message is made of; `extra` holds keys kept as the provider named them. */
interface MessageParts {
  role: Message['role']
  content: ContentBlock[]
  name?: string | null
  toolCallId?: string
  toolCalls?: ToolCall[]
  functionCall?: { name: string; arguments: string } | null
  extra?: Fields
}

/** A message in the form recorded on logged requests. */
export function messageOf(parts: MessageParts): Message {
  const { role, content, name = null } = parts
  const parsed = Message.safeParse({
    ...parts.extra,
    ...recordedFields(role),
    content,
    name: role === 'function' || role === 'placeholder' ? (name ?? '') : name,
    ...(role === 'tool' ? { tool_call_id: parts.toolCallId ?? '' } : {}),
    ...(role === 'assistant'
      ? {
          function_call: parts.functionCall ?? null,
          tool_calls: parts.toolCalls?.length ? parts.toolCalls : null,
        }
      : {}),
  })
  return parsed.success ? parsed.data : userMessage([unreadBlock(parts)])
}

const recordedFields = (role: string): Fields => ({
  role,
  input_variables: [],
  template_format: 'f-string',
  raw_request_display_role: role,
  dataset_examples: [],
})

export const userMessage = (content: ContentBlock[]): Message => messageOf({ role: 'user', content })

export const systemMessage = (content: ContentBlock[]): Message => messageOf({ role: 'system', content })

export const assistantMessage = (content: ContentBlock[]): Message =>
  messageOf({ role: 'assistant', content })

export const assistantText = (text: string): Message => assistantMessage([textBlock(text)])

/** A tool call; arguments that are not text yet become JSON text. */
export function toolCallOf(id: string, name: string, args: unknown, extra: Fields = {}): ToolCall {
  return ToolCall.parse({
    ...extra,
    id,
    type: 'function',
    function: { name, arguments: jsonText(args) },
  })
}
