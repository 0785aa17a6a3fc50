import type { Message } from '../template/blueprint/index.ts'

/** The text of the first choice, without thinking. */
export function textOf(messages: readonly Message[]): string {
  const blocks = messages.find(({ role }) => role === 'assistant')?.content ?? []
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
}
