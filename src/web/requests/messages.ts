import type { Answer } from '../api/index.ts'

type Request = Answer<'readRequest'>

export interface ShownMessage {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly name?: unknown
}

const roleNames: Readonly<Record<string, string>> = {
  system: 'System',
  developer: 'Developer',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
  completion: 'Text',
}

/** The role of a message in words. */
export function roleName({ role }: ShownMessage): string {
  const name = String(role ?? 'message').slice(0, 40)
  return Object.hasOwn(roleNames, name) ? roleNames[name]! : name
}

export function messagesOf({ prompt_blueprint }: Request): readonly ShownMessage[] {
  const template = prompt_blueprint.prompt_template as {
    messages?: readonly ShownMessage[]
    content?: unknown
  }
  return (template.messages ?? [{ role: 'completion', content: template.content }]).filter(hasContent)
}

/** False for an empty message, such as the logged answer of a failed call. */
const hasContent = ({ content, tool_calls }: ShownMessage): boolean =>
  (Array.isArray(tool_calls) && tool_calls.length > 0) ||
  (Array.isArray(content)
    ? content.some((block: { type?: unknown; text?: unknown }) => block?.type !== 'text' || block.text !== '')
    : content != null && content !== '')

/** The content of a message as text, with its tool calls as JSON. */
export function contentText({ content, tool_calls: calls }: ShownMessage): string {
  const blocks = Array.isArray(content) ? content : [content]
  const parts = [...blocks.map(textOfBlock), ...(Array.isArray(calls) ? calls.map(asJson) : [])]
  return parts.filter((part) => part !== '').join('\n')
}

function textOfBlock(block: unknown): string {
  if (block === null || block === undefined) return ''
  if (typeof block === 'string') return block
  const { type, text } = block as { readonly type?: unknown; readonly text?: unknown }
  return type === 'text' && typeof text === 'string' ? text : asJson(block)
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2)
