import type { ChatMessage } from './chat-message.ts'

/**
 * OpenAI's Responses API has an item for each text and each tool call, and OpenLLMetry writes the id of the item in place
 * of the id of the call. OpenAI's chat API takes one message with all calls of a turn, and results with the ids of calls.
 */

/** One message of an answer's items. */
export function joinedItems(items: readonly ChatMessage[]): ChatMessage[] {
  const [first, ...others] = items
  if (!first || others.length === 0) return [...items]
  const calls = items.flatMap(callsOf)
  return [{ ...first, content: items.flatMap(partsOf), ...(calls.length > 0 && { tool_calls: calls }) }]
}

/** A conversation whose tool calls are in one message for each turn, with the ids that the results name. */
export function joinedTurns(messages: readonly ChatMessage[]): ChatMessage[] {
  const turns: ChatMessage[][] = []
  for (const message of messages) {
    const turn = turns.at(-1)
    if (turn && isCalling(turn[0]!) && isCalling(message)) turn.push(message)
    else turns.push([message])
  }
  const joined = turns.flatMap(joinedItems)
  return joined.map((message, index) => withCallIds(message, joined, index + 1))
}

function withCallIds(message: ChatMessage, all: readonly ChatMessage[], next: number): ChatMessage {
  const calls = callsOf(message)
  if (calls.length === 0 || !calls.every(hasItemId)) return message
  const results = all.slice(next, next + calls.length)
  if (results.length < calls.length || results.some(({ role }) => role !== 'tool')) return message
  return {
    ...message,
    tool_calls: calls.map((call, index) => ({ ...call, id: results[index]!['tool_call_id'] })),
  }
}

type Call = { readonly id?: unknown }

const callsOf = ({ tool_calls: calls }: ChatMessage): readonly Call[] => (Array.isArray(calls) ? calls : [])

const isCalling = (message: ChatMessage): boolean =>
  message.role === 'assistant' && callsOf(message).length > 0

const hasItemId = ({ id }: Call): boolean => typeof id === 'string' && id.startsWith('fc_')

const partsOf = ({ content }: ChatMessage): readonly unknown[] => {
  if (content === undefined || content === null || content === '') return []
  return Array.isArray(content) ? content : [{ type: 'text', text: content }]
}
