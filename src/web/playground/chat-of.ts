import type { ChatTemplate, ContentBlock, Message } from '../../engine/template/blueprint/index.ts'
import { blankChat, textBlock } from '../prompts/values.ts'

interface AnyTemplate {
  readonly messages?: readonly Partial<Message>[]
  readonly content?: unknown
}

/** The template as a chat, with every field that the editor reads. */
export function chatOf(template: unknown): ChatTemplate {
  const { messages, content, ...rest } = template as AnyTemplate
  if (messages) return { ...blankChat, ...rest, type: 'chat', messages: messages.map(messageOf) }
  return { ...blankChat, messages: [messageOf({ role: 'user', content: content as ContentBlock[] })] }
}

function messageOf(message: Partial<Message>): Message {
  const { content } = message as { content?: unknown }
  const blank = message.role === 'assistant' ? null : []
  // The keys keep their order, because an unchanged example is recognised by its JSON text.
  return {
    ...message,
    input_variables: message.input_variables ?? [],
    template_format: message.template_format ?? 'f-string',
    content: typeof content === 'string' ? [textBlock(content)] : (content ?? blank),
  } as Message
}
