import { Message } from '../blueprint/index.ts'
import type { Loc } from '../places.ts'
import { templateError } from './variables.ts'

/** Callers who know the providers' own formats send plain strings; the text is the same either way. */
function withBlocks(message: unknown): unknown {
  if (message === null || typeof message !== 'object') return message
  const { content } = message as { content?: unknown }
  return typeof content === 'string' ? { ...message, content: [{ type: 'text', text: content }] } : message
}

/**
 * Messages given at run time: a list in the blueprint format, in which plain string contents are accepted too.
 * Source: docs features/prompt-registry/placeholder-messages.
 * @throws Refusal 'template_error' when the value is not such a list; `what` says what it is for.
 */
export function readMessages(value: unknown, what: string, loc: Loc): Message[] {
  if (!Array.isArray(value)) throw templateError(`${capital(what)} needs a list of messages`, loc)
  return value.map((item: unknown, index) => {
    const parsed = Message.safeParse(withBlocks(item))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const where = [index, ...(issue?.path ?? [])].map(String).join('.')
    throw templateError(`The messages for ${what} are invalid at ${where}: ${issue?.message}`, loc)
  })
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The messages that take the place of a placeholder. */
export const placeholderMessages = (value: unknown, name: string, loc: Loc): Message[] =>
  readMessages(value, `the placeholder ${name}`, loc)
