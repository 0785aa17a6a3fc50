import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'

/** Values that have a control of their own: files, and the messages that a placeholder stands for. */
export type ValueKind = 'media' | 'messages'
export type ValueKinds = ReadonlyMap<string, ValueKind>

/** The variables of templates whose values are not just texts or JSON. */
export const valueKinds = (...templates: readonly PromptTemplate[]): ValueKinds =>
  new Map(templates.flatMap(kindsIn))

function kindsIn(template: PromptTemplate): [string, ValueKind][] {
  if (template.type === 'completion') return mediaIn(template.content)
  return template.messages.flatMap((message) =>
    message.role === 'placeholder'
      ? [[message.name, 'messages'] satisfies [string, ValueKind]]
      : mediaIn(message.content ?? []),
  )
}

type Blocks = Extract<PromptTemplate, { type: 'completion' }>['content']

/** Media variables and image variables. */
const mediaIn = (blocks: Blocks): [string, ValueKind][] =>
  blocks.flatMap((block) => {
    if (block.type === 'media_variable') return [[block.name, 'media'] satisfies [string, ValueKind]]
    const name = block.type === 'image_url' ? block.image_variable : null
    return name ? [[name, 'media'] satisfies [string, ValueKind]] : []
  })
