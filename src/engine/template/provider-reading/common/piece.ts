import type { ContentBlock, Message, ToolCall } from '../../blueprint/index.ts'
import { messageOf, type Role } from './message.ts'

/** The result of reading one part of a provider's message: content, a tool call, or a separate message. */
export type Piece = { block: ContentBlock } | { call: ToolCall } | { message: Message }

/**
 * Groups pieces into messages: consecutive blocks and calls form one of `role` (assistant if there are calls); pieces that are
 * messages stand between them.
 */
export function messagesOfPieces(role: Role, pieces: Piece[]): Message[] {
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

/** As `messagesOfPieces`, but no pieces give one empty message. */
export function gatherTurn(role: Role, pieces: Piece[]): Message[] {
  const messages = messagesOfPieces(role, pieces)
  return messages.length > 0 ? messages : [messageOf({ role, content: [] })]
}
