import { isFields } from '../../json/fields.ts'
import { type ChatCall, type ChatPart, callOf, readPart } from './chat-part.ts'
import { field, parsed, textOf, valueAt, withoutMissing } from './fields.ts'

/** A message in the form of OpenAI's chat API, the common form of all styles. */
export type ChatMessage = Readonly<Record<string, unknown>> & { readonly role: string }

const maxMessages = 10_000

/** Messages in any form: a list, a single one, an object with a list, JSON text, plain text. */
export function messagesOf(raw: unknown, role = 'user'): ChatMessage[] {
  const value = parsed(raw)
  if (value === undefined || value === null || value === '') return []
  const messages = field(value, 'messages', 'choices') ?? value
  const list = Array.isArray(messages) ? messages.flat(2) : [messages]
  return list.slice(0, maxMessages).flatMap((item) => messageOf(item, role))
}

/** Several messages if tool results are among the parts, because each is a message of its own. */
function messageOf(raw: unknown, role: string): ChatMessage[] {
  const message = unwrapped(parsed(raw))
  if (!isFields(message)) return [{ role, content: textOf(message) ?? JSON.stringify(message) }]
  const results: ChatMessage[] = []
  const otherParts: ChatPart[] = []
  for (const part of partsOf(message))
    if ('result' in part) results.push({ role: 'tool', ...part.result })
    else otherParts.push(part)
  if (results.length > 0 && otherParts.length === 0) return results
  return [messageWith(message, otherParts, role), ...results]
}

function messageWith(message: unknown, parts: readonly ChatPart[], role: string): ChatMessage {
  const calls: ChatCall[] = []
  const contentParts: unknown[] = []
  for (const part of parts)
    if ('call' in part) calls.push(part.call)
    else if ('content' in part) contentParts.push(part.content)
  for (const call of listedCalls(message))
    if (isFields(call)) calls.push(callOf(call))
    // DSPy writes each tool call as Python's text of the object.
    else if (typeof call === 'string') contentParts.push({ type: 'text', text: call })
  // LiteLLM writes an empty text beside tool calls.
  const content =
    calls.length > 0 ? contentParts.filter((part) => !isText(part) || part.text !== '') : contentParts
  return {
    ...withoutMissing({
      name: field(message, 'name'),
      tool_call_id: field(message, 'tool_call_id', 'toolCallId') ?? toolId(message),
      function_call: field(message, 'function_call'),
      refusal: field(message, 'refusal'),
      reasoning_content: field(message, 'reasoning_content', 'reasoning'),
    }),
    role: roleOf(message) ?? role,
    content: content.length === 1 && isText(content[0]) ? content[0].text : content,
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

const isText = (part: unknown): part is { text: string } =>
  field(part, 'type') === 'text' && typeof field(part, 'text') === 'string'

function listedCalls(message: unknown): unknown[] {
  const calls = parsed(
    field(message, 'tool_calls', 'toolCalls') ?? valueAt(message, 'additional_kwargs', 'tool_calls'),
  )
  return Array.isArray(calls) ? calls.map(parsed) : []
}

/** LangChain marks roles with `type`, and its serialised messages with a class name. */
function roleOf(message: unknown): string | null {
  const role = textOf(field(message, 'role'))
  if (role !== null) return role
  const type = textOf(field(message, 'type'))
  return type !== null && /^(human|ai|system|tool|function|developer)$/.test(type) ? type : null
}

/** In events of early conventions, a tool message has the call's id as `id`. */
const toolId = (message: unknown): unknown => (roleOf(message) === 'tool' ? field(message, 'id') : undefined)

function partsOf(message: unknown): ChatPart[] {
  const content = parsedContent(field(message, 'parts', 'content', 'contents'))
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return [{ content: { type: 'text', text: content } }]
  return (Array.isArray(content) ? content : [content]).map((part) =>
    typeof part === 'string' ? { content: { type: 'text', text: part } } : readPart(part),
  )
}

/** Content is parsed as JSON only if it is a list of parts, because users may write JSON themselves. */
function parsedContent(content: unknown): unknown {
  const value = parsed(content)
  const isParts =
    Array.isArray(value) && value.length > 0 && value.every((part) => textOf(field(part, 'type')) !== null)
  return typeof content === 'string' && !isParts ? content : value
}

/** Unwraps LangChain's serialised objects, and choices that hold their message. */
function unwrapped(raw: unknown): unknown {
  const message = field(raw, 'message')
  if (isFields(message)) return unwrapped(message)
  const kwargs = field(raw, 'kwargs')
  if (!isFields(kwargs)) return raw
  const id = field(raw, 'id')
  const name = Array.isArray(id) ? textOf(id.at(-1)) : null
  const role = name === null ? null : /^(Human|AI|System|Tool|Function)Message/.exec(name)?.[1]
  return role ? { role: role.toLowerCase(), ...kwargs } : kwargs
}
