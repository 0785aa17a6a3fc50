import { isFields } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { attachmentOf } from '../common/attachment.ts'
import { type Kwargs, present } from '../common/kwargs.ts'

/**
 * The Responses item that a block came from, with the fields that the API accepts as input; null for other blocks and for items
 * without the required id.
 * Source: reference 4.8 (how answers become blocks) and openai 7 types.
 */
export const nativeItem = (block: ContentBlock): Kwargs | null => {
  switch (block.type) {
    case 'thinking':
      return block.id ? { type: 'reasoning', id: block.id, summary: summaryOf(block.thinking) } : null
    case 'code':
      return block.id && block.container_id
        ? {
            type: 'code_interpreter_call',
            id: block.id,
            code: block.code,
            container_id: block.container_id,
            outputs: null,
            status: 'completed',
          }
        : null
    case 'output_media':
      return generatedImage(block)
    case 'mcp_approval_response':
      return {
        type: block.type,
        approval_request_id: block.approval_request_id,
        approve: block.approve,
      }
    case 'mcp_list_tools':
    case 'mcp_call':
    case 'mcp_approval_request':
      return block.id ? mcpItem(block) : null
    case 'shell_call':
    case 'shell_call_output':
    case 'apply_patch_call':
    case 'apply_patch_call_output':
      return block.call_id ? callItem(block) : null
    default:
      return null
  }
}

/** The API stores generated images as base64; one with a URL is a normal attachment. */
const generatedImage = (block: Extract<ContentBlock, { type: 'output_media' }>): Kwargs | null => {
  const attachment = attachmentOf(block)
  return block.id && attachment?.kind === 'image' && 'data' in attachment.source
    ? { type: 'image_generation_call', id: block.id, result: attachment.source.data, status: 'completed' }
    : null
}

const summaryOf = (text: string): Kwargs[] => (text === '' ? [] : [{ type: 'summary_text', text }])

type Mcp = Extract<ContentBlock, { type: 'mcp_list_tools' | 'mcp_call' | 'mcp_approval_request' }>

const mcpItem = (block: Mcp): Kwargs => {
  const { type, id, server_label } = block
  if (type === 'mcp_list_tools') {
    const error = typeof block.error === 'string' ? block.error : null
    return present({ type, id, server_label, tools: block.tools.map(listedTool), error })
  }
  const namedItem = { type, id, server_label, name: block.name, arguments: block.arguments }
  if (type === 'mcp_approval_request') return namedItem
  const error = isFields(block.error) ? block.error : null
  return present({
    ...namedItem,
    output: block.output,
    error,
    approval_request_id: block.approval_request_id,
  })
}

const listedTool = ({ name, input_schema, description, annotations }: Kwargs): Kwargs =>
  present({ name, input_schema, description, annotations })

type ShellOrPatch = Extract<
  ContentBlock,
  { type: 'shell_call' | 'shell_call_output' | 'apply_patch_call' | 'apply_patch_call_output' }
>

/** The fields of each kind; the status is set where the API requires it. */
const callItem = (block: ShellOrPatch): Kwargs => {
  const { type, id, call_id, status } = block
  switch (type) {
    case 'shell_call':
      return present({ type, id, call_id, status, action: block.action })
    case 'shell_call_output':
      return present({ type, id, call_id, status, output: block.output })
    case 'apply_patch_call':
      return present({ type, id, call_id, status: status || 'completed', operation: block.operation })
    default:
      return present({ type, id, call_id, status: status || 'completed', output: block.output })
  }
}
