import type { PromptTemplate } from '../template/blueprint/index.ts'

/** Characters of one text of a turn. */
const maxCharacters = 10_000

export interface TurnText {
  readonly text: string
  readonly isWhole: boolean
}

/** The last user message of a call, or the text that a completion was given. */
export const questionIn = (blueprint: PromptTemplate): TurnText | null =>
  blueprint.type === 'completion'
    ? textOf(blueprint.content.slice(0, 1))
    : textOf(blueprint.messages.findLast(({ role }) => role === 'user')?.content)

/** The answer of a call: the text after its last user or tool message. */
export function answerIn(blueprint: PromptTemplate): TurnText | null {
  if (blueprint.type === 'completion') return textOf(blueprint.content.slice(1))
  const last = blueprint.messages.at(-1)
  return last?.role === 'assistant' ? textOf(last.content) : null
}

function textOf(blocks: readonly { readonly type: string }[] | null | undefined): TurnText | null {
  const texts = (blocks ?? []).flatMap((block) =>
    block.type === 'text' && 'text' in block && typeof block.text === 'string' ? [block.text] : [],
  )
  return turnText(texts.join('\n\n'))
}

/** Null for an empty text. */
export function turnText(whole: string | null): TurnText | null {
  const text = whole?.trim() ?? ''
  return text === '' ? null : { text: text.slice(0, maxCharacters), isWhole: text.length <= maxCharacters }
}
