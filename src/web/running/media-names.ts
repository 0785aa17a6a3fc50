import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'

/** The variables of a template whose values are files: those of media variables and of image variables. */
export function mediaNames(template: PromptTemplate): readonly string[] {
  const contents =
    template.type === 'completion'
      ? [template.content]
      : template.messages.map(({ content }) => content ?? [])
  const names = contents.flat().flatMap((block) => {
    if (block.type === 'media_variable') return [block.name]
    return block.type === 'image_url' && block.image_variable ? [block.image_variable] : []
  })
  return [...new Set(names)]
}
