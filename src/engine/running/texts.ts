import type { Message } from '../template/blueprint/index.ts'

/** The words of the first choice, without its thoughts. */
export function textOf(messages: readonly Message[]): string {
  const blocks = messages.find(({ role }) => role === 'assistant')?.content ?? []
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
}
