import { referencedMedia } from '../media/index.ts'
import type { PromptTemplate } from '../template/blueprint/index.ts'

/** Characters of one text of a turn. */
const maxCharacters = 10_000

export interface TurnText {
  readonly text: string
  readonly isWhole: boolean
}

type Blocks = readonly { readonly type: string }[] | null | undefined

/** The last user message of a call, or the text that a completion was given. */
const questionBlocks = (blueprint: PromptTemplate): Blocks =>
  blueprint.type === 'completion'
    ? blueprint.content.slice(0, 1)
    : blueprint.messages.findLast(({ role }) => role === 'user')?.content

/** The answer of a call: its last message, if the assistant wrote it, or the text after the prompt of a completion. */
function answerBlocks(blueprint: PromptTemplate): Blocks {
  if (blueprint.type === 'completion') return blueprint.content.slice(1)
  const last = blueprint.messages.at(-1)
  return last?.role === 'assistant' ? last.content : null
}

export const questionIn = (blueprint: PromptTemplate): TurnText | null => textOf(questionBlocks(blueprint))
export const answerIn = (blueprint: PromptTemplate): TurnText | null => textOf(answerBlocks(blueprint))

/** Most media of one message. */
const maxMedia = 20

/** Hashes of the media in the question and in the answer of a call. */
export const questionMedia = (blueprint: PromptTemplate): string[] =>
  referencedMedia(questionBlocks(blueprint)).slice(0, maxMedia)
export const answerMedia = (blueprint: PromptTemplate): string[] =>
  referencedMedia(answerBlocks(blueprint)).slice(0, maxMedia)

function textOf(blocks: Blocks): TurnText | null {
  const texts = (blocks ?? []).flatMap((block) =>
    block.type === 'text' && 'text' in block && typeof block.text === 'string' ? [block.text] : [],
  )
  return turnText(texts.join('\n\n'))
}

/** Null for an empty text. */
export function turnText(whole: string | null): TurnText | null {
  const text = whole?.trim() ?? ''
  return text === ''
    ? null
    : { text: text.slice(0, maxCharacters).toWellFormed(), isWhole: text.length <= maxCharacters }
}
