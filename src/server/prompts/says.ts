import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'

/** Whether a text of the template holds the words, in whatever case. */
export function says(template: PromptTemplate, words: string): boolean {
  const wanted = words.toLowerCase()
  const contents =
    template.type === 'completion'
      ? [template.content]
      : template.messages.map((message) => (message.role === 'placeholder' ? [] : message.content))
  return contents.some((blocks) =>
    (blocks ?? []).some((block) => block.type === 'text' && block.text.toLowerCase().includes(wanted)),
  )
}
