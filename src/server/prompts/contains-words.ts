import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'

/** True if a text of the template contains the words, ignoring case. */
export function containsWords(template: PromptTemplate, words: string): boolean {
  const lowerCase = words.toLowerCase()
  const contents =
    template.type === 'completion'
      ? [template.content]
      : template.messages.map((message) => (message.role === 'placeholder' ? [] : message.content))
  return contents.some((blocks) =>
    (blocks ?? []).some((block) => block.type === 'text' && block.text.toLowerCase().includes(lowerCase)),
  )
}
