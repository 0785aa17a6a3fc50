import type { PromptTemplate } from '../template/blueprint/index.ts'

const mostCharacters = 200

/** What was asked, on one line: the last words of a user, or the beginning of one text, which its answer goes on. */
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

/** Looked at no further than the preview can reach: a text may be megabytes of blanks. */
const oneLine = (text: string): string | null =>
  text
    .slice(0, mostCharacters * 10)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, mostCharacters) || null
