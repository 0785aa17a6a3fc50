import type { Message, PromptTemplate } from '../../../engine/template/blueprint/index.ts'
import { bodyOf, textOfBlocks } from './message-parts.ts'

function headOf(message: Message): string {
  const name = message.name ? ` ${message.name}` : ''
  const format = message.template_format === 'jinja2' ? ' (jinja2)' : ''
  return `── ${message.role}${name}${format} ──`
}

/** A whole template as one readable text. */
export const textOf = (template: PromptTemplate): string =>
  template.type === 'completion'
    ? textOfBlocks(template.content)
    : template.messages.map((message) => `${headOf(message)}\n${bodyOf(message)}`).join('\n\n')
