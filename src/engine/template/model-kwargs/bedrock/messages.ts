import type { ToolCall } from '../../blueprint/index.ts'
import type { Kwargs } from '../common/kwargs.ts'
import { type Marker, markerOf } from '../common/marker.ts'
import { textsOf } from '../common/plain-text.ts'
import { argumentsOf, plainId, type SpokenTurn, type ToolTurn, type Turn } from '../common/turn.ts'
import { assistantBlocks, cachePoint, inputBlocks, textBlock } from './blocks.ts'

/** Converse's system blocks and its strictly alternating messages. */

export const systemOf = (turns: SpokenTurn[]): Kwargs[] | null => {
  const blocks = turns.flatMap(({ content, marker }) =>
    closed(
      content.flatMap((block) => [...textsOf([block]).flatMap(textBlock), ...cachePoint(markerOf(block))]),
      marker,
    ),
  )
  return blocks.some((block) => 'text' in block) ? blocks : null
}

/** Consecutive turns of one role are merged; tool results belong to the user. */
export const messagesOf = (turns: Turn[]): Kwargs[] => {
  const messages: { role: string; content: Kwargs[] }[] = []
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const content = closed(blocksOf(turn), turn.marker)
    if (content.length === 0) continue
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content })
  }
  return messages.map(({ role, content }) => ({ role, content }))
}

/** A marker on the message becomes a cache point after its last block, unless one is there. */
const closed = (blocks: Kwargs[], marker: Marker | null): Kwargs[] => {
  const last = blocks.at(-1)
  return last && !('cachePoint' in last) ? [...blocks, ...cachePoint(marker)] : blocks
}

const blocksOf = (turn: Turn): Kwargs[] => {
  if (turn.role === 'tool') return toolResult(turn)
  if (turn.role !== 'assistant') return turn.content.flatMap(inputBlocks)
  return [...assistantBlocks(turn.content), ...turn.calls.flatMap(toolUse)]
}

const toolUse = (call: ToolCall): Kwargs[] => [
  { toolUse: { toolUseId: plainId(call.id), name: call.function.name, input: argumentsOf(call) } },
  ...cachePoint(markerOf(call, call.function)),
]

/** Cache points follow the result; Converse requires content in each result. */
const toolResult = ({ content, callId }: ToolTurn): Kwargs[] => {
  const blocks = content.flatMap(inputBlocks).filter((block) => !('cachePoint' in block))
  const filling = blocks.length > 0 ? blocks : [{ text: '(no output)' }]
  return [
    { toolResult: { toolUseId: plainId(callId), content: filling } },
    ...cachePoint(markerOf(...content)),
  ]
}
