import type { ContentBlock, Message, ToolCall } from '../../blueprint/index.ts'
import { messageOf, type Role } from './message.ts'

/** What one part of a provider's message turns into: content, a tool call, or a message of its own. */
export type Piece = { block: ContentBlock } | { call: ToolCall } | { message: Message }

/**
 * The messages that a run of pieces makes: blocks and calls are gathered into messages of `role` (an
 * assistant's when there are calls), and pieces that are messages stand between them.
 */
export function gather(role: Role, pieces: Piece[]): Message[] {
  const messages: Message[] = []
  let content: ContentBlock[] = []
  let toolCalls: ToolCall[] = []
  const flush = () => {
    if (content.length === 0 && toolCalls.length === 0) return
    messages.push(messageOf({ role: toolCalls.length > 0 ? 'assistant' : role, content, toolCalls }))
    content = []
    toolCalls = []
  }
  for (const piece of pieces) {
    if ('block' in piece) content.push(piece.block)
    else if ('call' in piece) toolCalls.push(piece.call)
    else {
      flush()
      messages.push(piece.message)
    }
  }
  flush()
  return messages
}

/** As `gather`, but one empty message stands for a message that said nothing. */
export function gatherTurn(role: Role, pieces: Piece[]): Message[] {
  const messages = gather(role, pieces)
  return messages.length > 0 ? messages : [messageOf({ role, content: [] })]
}
