import type { PromptTemplate } from '../template/blueprint/index.ts'

const maxCharacters = 200

/** The input on one line: the last user message, or the beginning of a completion's text. */
export function inputPreviewOf(blueprint: PromptTemplate): string | null {
  const contents =
    blueprint.type === 'completion'
      ? [blueprint.content.slice(0, 1)]
      : blueprint.messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const text = contents
    .at(-1)
    ?.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join(' ')
  return text ? oneLine(text) : null
}

/** Reads no further than the preview needs: a text may be megabytes of blanks. */
const oneLine = (text: string): string | null =>
  text
    .slice(0, maxCharacters * 10)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, maxCharacters) || null
