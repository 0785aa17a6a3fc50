import type { ContentBlock, Message } from '../../../engine/template/blueprint/index.ts'

const textOfBlock = (block: ContentBlock): string =>
  block.type === 'text' ? block.text : `[${block.type}] ${JSON.stringify(block, null, 2)}`

/** The content of a message as text for a diff: its blocks and tool calls. */
export function bodyOf(message: Message): string {
  const calls = (message.role === 'assistant' && message.tool_calls) || []
  return [
    ...(message.content ?? []).map(textOfBlock),
    ...calls.map((call) => JSON.stringify(call, null, 2)),
  ].join('\n')
}

export const textOfBlocks = (blocks: readonly ContentBlock[]): string => blocks.map(textOfBlock).join('\n')
