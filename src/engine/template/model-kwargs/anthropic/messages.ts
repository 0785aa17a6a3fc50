import type { ToolCall } from '../../blueprint/index.ts'
import { alternatingMessages } from '../common/alternating-messages.ts'
import type { Kwargs } from '../common/kwargs.ts'
import { type Marker, markerOf } from '../common/marker.ts'
import { textsOf } from '../common/plain-text.ts'
import { argumentsOf, type InputTurn, plainId, type ToolTurn, type Turn } from '../common/turn.ts'
import { assistantBlocks, inputBlocks, textBlock, withMarker } from './blocks.ts'

/** Anthropic's system prompt and its alternating turns of user and assistant. */

/** A single text without a cache marker is a string, as in the API's examples; otherwise a list of text blocks. */
export const systemOf = (turns: InputTurn[]): string | Kwargs[] | null => {
  const blocks = turns.flatMap(({ content, marker }) =>
    lastMarked(
      content.flatMap((block) => textsOf([block]).flatMap((text) => textBlock(text, markerOf(block)))),
      marker,
    ),
  )
  const [only, ...more] = blocks
  if (!only) return null
  return more.length === 0 && !only['cache_control'] ? (only['text'] as string) : blocks
}

export const messagesOf = (turns: Turn[]): Kwargs[] =>
  alternatingMessages(turns, (turn) => lastMarked(blocksOf(turn), turn.marker))

const blocksOf = (turn: Turn): Kwargs[] => {
  if (turn.role === 'tool') return [toolResult(turn)]
  if (turn.role !== 'assistant') return turn.content.flatMap(inputBlocks)
  return [...assistantBlocks(turn.content), ...turn.calls.map(toolUse)]
}

/** A cache marker on the message applies to its last block. */
const lastMarked = (blocks: Kwargs[], marker: Marker | null): Kwargs[] =>
  blocks.map((block, index) => (index === blocks.length - 1 ? withMarker(block, marker) : block))

const toolUse = (call: ToolCall): Kwargs =>
  withMarker(
    { type: 'tool_use', id: plainId(call.id), name: call.function.name, input: argumentsOf(call) },
    markerOf(call, call.function),
  )

/** A single text makes the result a string; its cache marker moves to the result. */
const toolResult = ({ content, callId }: ToolTurn): Kwargs => {
  const blocks = content.flatMap(inputBlocks)
  const [only, ...more] = blocks
  const single = only?.['type'] === 'text' && more.length === 0
  const base = { type: 'tool_result', tool_use_id: plainId(callId) }
  if (single) return withMarker({ ...base, content: only['text'] }, markerOf(only))
  return blocks.length > 0 ? { ...base, content: blocks } : base
}
