import { isFields } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { attachmentOf } from './attachment.ts'

/**
 * The text of a block for a provider without its type; null if there is nothing that another provider could use (thinking, tool
 * lists, approvals, encrypted search results). Content is kept, bookkeeping is dropped. No source defines a form.
 */
export const plainText = (block: ContentBlock): string | null => textOfBlock(block) || null

const textOfBlock = (block: ContentBlock): string | null => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'code':
      return codeFence(block.code, typeof block['language'] === 'string' ? block['language'] : '')
    case 'code_execution_result':
      return block.output
    case 'mcp_call':
      return block.output ?? null
    case 'apply_patch_call_output':
      return block.output ?? null
    case 'apply_patch_call':
      return typeof block.operation['diff'] === 'string' ? codeFence(block.operation['diff'], 'diff') : null
    case 'shell_call':
      return codeFence(lines(block.action['commands']), 'sh')
    case 'shell_call_output':
      return block.output.map(outputText).filter(Boolean).join('\n')
    case 'bash_code_execution_tool_result':
    case 'text_editor_code_execution_tool_result':
      return outputText(block.content)
    case 'image_url':
    case 'media':
    case 'output_media':
      return linkText(block)
    default:
      return null
  }
}

/** An unsupported attachment is mentioned by its URL; inline data is dropped. */
const linkText = (block: ContentBlock): string | null => {
  const attachment = attachmentOf(block)
  if (!attachment || !('url' in attachment.source)) return null
  const { url } = attachment.source
  return attachment.title ? `${attachment.title}: ${url}` : url
}

const codeFence = (text: string, language: string): string | null =>
  text === '' ? null : `\`\`\`${language}\n${text}\n\`\`\``

const lines = (list: unknown): string =>
  Array.isArray(list) ? list.filter((line) => typeof line === 'string').join('\n') : ''

const outputText = (result: unknown): string =>
  isFields(result)
    ? ['stdout', 'stderr', 'content']
        .map((key) => result[key])
        .filter((text) => typeof text === 'string' && text !== '')
        .join('\n')
    : ''

export const textsOf = (content: ContentBlock[]): string[] =>
  content.map(plainText).filter((text) => text !== null)
