import { Message } from '../blueprint/index.ts'
import type { Loc } from '../map-texts.ts'
import { templateError } from './variables.ts'

/** Callers may send plain strings as content, as in the providers' own formats. */
function withBlocks(message: unknown): unknown {
  if (message === null || typeof message !== 'object') return message
  const { content } = message as { content?: unknown }
  return typeof content === 'string' ? { ...message, content: [{ type: 'text', text: content }] } : message
}

/**
 * Messages given at run time, as a list in the blueprint format; plain string contents are accepted.
 * Source: docs features/prompt-registry/placeholder-messages.
 * @throws Refusal 'template_error' for other values; `subject` describes the list in the message.
 */
export function readMessages(value: unknown, subject: string, loc: Loc): Message[] {
  if (!Array.isArray(value)) throw templateError(`${capital(subject)} needs a list of messages`, loc)
  return value.map((item: unknown, index) => {
    const parsed = Message.safeParse(withBlocks(item))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const path = [index, ...(issue?.path ?? [])].map(String).join('.')
    throw templateError(`The messages for ${subject} are invalid at ${path}: ${issue?.message}`, loc)
  })
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The messages that replace a placeholder. */
export const placeholderMessages = (value: unknown, name: string, loc: Loc): Message[] =>
  readMessages(value, `the placeholder ${name}`, loc)
