import type { Message } from '../../../engine/template/blueprint/index.ts'
import { textBlock } from '../blank.ts'

export type MessageRole = Message['role']

export const roleChoices: readonly { value: MessageRole; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'developer', label: 'Developer' },
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
  { value: 'tool', label: 'Tool result' },
  { value: 'placeholder', label: 'Placeholder' },
]

export const nameOfRole = (role: MessageRole): string =>
  roleChoices.find(({ value }) => value === role)?.label ?? 'Function result'

/** The message in another role: its content stays, and required fields of the role are added. */
export function inRole(message: Message, role: MessageRole): Message {
  const { content, input_variables, template_format, name } = message
  const common = { content: content ?? [textBlock()], input_variables, template_format }
  switch (role) {
    case 'tool':
      return { role, ...common, tool_call_id: '' }
    case 'function':
      return { role, ...common, name: name ?? '' }
    case 'placeholder':
      return { role, ...common, content: null, name: name || 'history', raw_request_display_role: '' }
    default:
      return { role, ...common }
  }
}

/** True if the message would lose content, calls or the id of a call in the other role. */
export function isLossy(message: Message, role: MessageRole): boolean {
  const remaining = partsOf(inRole(message, role))
  return partsOf(message).some((part) => !remaining.includes(part))
}

/** The content, the calls and the id of the answered call of a message, as texts. Empty texts do not count. */
function partsOf(message: Message): string[] {
  const blocks = (message.content ?? []).filter((block) => block.type !== 'text' || block.text !== '')
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const parts = [...blocks, ...calls].map((part) => JSON.stringify(part))
  return message.role === 'tool' && message.tool_call_id ? [...parts, message.tool_call_id] : parts
}
