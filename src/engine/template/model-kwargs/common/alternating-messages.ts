import type { Kwargs } from './kwargs.ts'
import type { Turn } from './turn.ts'

/** Messages of user and assistant in turn: consecutive turns of one role are merged, and tool results belong to the user. */
export function alternatingMessages(turns: Turn[], contentOf: (turn: Turn) => Kwargs[]): Kwargs[] {
  const messages: { role: string; content: Kwargs[] }[] = []
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const content = contentOf(turn)
    if (content.length === 0) continue
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content })
  }
  return messages
}
