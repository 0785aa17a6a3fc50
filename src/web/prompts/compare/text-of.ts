import type { ContentBlock, Message, PromptTemplate } from '../../../engine/template/blueprint/index.ts'

const textOfBlock = (block: ContentBlock): string =>
  block.type === 'text' ? block.text : `[${block.type}] ${JSON.stringify(block, null, 2)}`

function headOf(message: Message): string {
  const name = message.name ? ` ${message.name}` : ''
  const format = message.template_format === 'jinja2' ? ' (jinja2)' : ''
  return `── ${message.role}${name}${format} ──`
}

function textOfMessage(message: Message): string {
  const calls = (message.role === 'assistant' && message.tool_calls) || []
  const blocks = (message.content ?? []).map(textOfBlock)
  return [headOf(message), ...blocks, ...calls.map((call) => JSON.stringify(call, null, 2))].join('\n')
}

/** A whole template as one text, for people to compare. */
export const textOf = (template: PromptTemplate): string =>
  template.type === 'completion'
    ? template.content.map(textOfBlock).join('\n')
    : template.messages.map(textOfMessage).join('\n\n')
