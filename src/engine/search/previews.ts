import type { Message, PromptTemplate } from '../template/blueprint/index.ts'

const maxCharacters = 200

type Blocks = readonly { readonly type: string }[] | null | undefined

/** The input on one line: the last user message, or the beginning of a completion's text. */
export const inputPreviewOf = (blueprint: PromptTemplate): string | null =>
  oneLine(
    textOf(
      blueprint.type === 'completion'
        ? blueprint.content.slice(0, 1)
        : blueprint.messages.findLast(({ role }) => role === 'user')?.content,
    ),
  )

/** The output on one line: the text of the last message if it is an answer, or else its tool calls with their arguments. */
export function outputPreviewOf(blueprint: PromptTemplate): string | null {
  if (blueprint.type === 'completion') return oneLine(textOf(blueprint.content.slice(1)))
  const last = blueprint.messages.at(-1)
  return last?.role === 'assistant' ? (oneLine(textOf(last.content)) ?? oneLine(callsOf(last))) : null
}

const textOf = (blocks: Blocks): string =>
  (blocks ?? [])
    .flatMap((block) =>
      block.type === 'text' && 'text' in block && typeof block.text === 'string' ? [block.text] : [],
    )
    .join(' ')

const callsOf = (message: Message): string =>
  message.role === 'assistant'
    ? (message.tool_calls ?? []).map((call) => `${call.function.name}(${call.function.arguments})`).join(' ')
    : ''

/** The beginning of a text on one line. Reads no further than it needs: a text may be megabytes of blanks. */
export const oneLine = (text: string): string | null =>
  text
    .slice(0, maxCharacters * 10)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed() || null
