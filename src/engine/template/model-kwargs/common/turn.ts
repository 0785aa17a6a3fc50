import { isFields } from '../../../json/fields.ts'
import type { ContentBlock, Message, PromptTemplate, ToolCall } from '../../blueprint/index.ts'
import { type Marker, markerOf } from './marker.ts'

/**
 * The common form of messages for all wires but OpenAI chat: without unresolved placeholders and media variables, a completion
 * template as one user turn, and the deprecated function_call and function role as a tool call and its result (reference 4.2).
 */
export type Turn = InputTurn | AssistantTurn | ToolTurn

export interface InputTurn {
  role: 'system' | 'developer' | 'user'
  content: ContentBlock[]
  marker: Marker | null
}

export interface AssistantTurn {
  role: 'assistant'
  content: ContentBlock[]
  calls: ToolCall[]
  marker: Marker | null
}

export interface ToolTurn {
  role: 'tool'
  content: ContentBlock[]
  callId: string
  /** Name of the function that was called. */
  name: string
  marker: Marker | null
}

/** The blocks without unresolved media variables. */
export const contentOf = (content: ContentBlock[] | null | undefined): ContentBlock[] =>
  (content ?? []).filter((block) => block.type !== 'media_variable')

export const turnsOf = (template: PromptTemplate): Turn[] => {
  if (template.type === 'completion') {
    return [{ role: 'user', content: contentOf(template.content), marker: null }]
  }
  const calls: ToolCall[] = []
  return template.messages.flatMap((message, index) => turnOf(message, index, calls))
}

const turnOf = (message: Message, index: number, earlierCalls: ToolCall[]): Turn[] => {
  if (message.role === 'placeholder') return []
  const shared = { content: contentOf(message.content), marker: markerOf(message) }
  switch (message.role) {
    case 'assistant': {
      const old = message.function_call
      const calls = [
        ...(message.tool_calls ?? []),
        ...(old ? [{ id: `call_${index}`, type: 'function' as const, function: old, tool_id: null }] : []),
      ]
      earlierCalls.push(...calls)
      return [{ role: 'assistant', calls, ...shared }]
    }
    case 'tool': {
      const call = earlierCalls.find(({ id }) => id === message.tool_call_id)
      const name = call?.function.name ?? message.name ?? 'tool'
      return [{ role: 'tool', callId: message.tool_call_id, name, ...shared }]
    }
    case 'function': {
      const call = earlierCalls.findLast((candidate) => candidate.function.name === message.name)
      return [{ role: 'tool', callId: call?.id ?? `call_${index}`, name: message.name, ...shared }]
    }
    default:
      return [{ role: message.role, ...shared }]
  }
}

/** Splits off system and developer turns, for providers with a separate system prompt. */
export const splitSystem = (turns: Turn[]): { system: InputTurn[]; conversation: Turn[] } => ({
  system: turns.flatMap((turn) => (turn.role === 'system' || turn.role === 'developer' ? [turn] : [])),
  conversation: turns.filter((turn) => turn.role !== 'system' && turn.role !== 'developer'),
})

/** A call's arguments as an object. Text that is not a JSON object is kept under `arguments`, so that nothing is lost. */
export const argumentsOf = (call: ToolCall): Record<string, unknown> => {
  const text = call.function.arguments
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : { arguments: value }
  } catch {
    return { arguments: text }
  }
}

/** Anthropic and Bedrock accept only letters, digits, _ and - in call ids. */
export const plainId = (id: string): string => id.replace(/[^A-Za-z0-9_-]/g, '_') || 'call'
