import { type Fields, fieldsOf, isFields, jsonText } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { anthropicAnnotations, openaiAnnotations } from '../common/annotation.ts'
import {
  blockOf,
  imageBlock,
  mediaBlock,
  storedMediaBlock,
  textBlock,
  thinkingBlock,
  unreadBlock,
} from '../common/block.ts'
import { field, listOf, text, textOr, valueAt, without } from '../common/json.ts'
import { messageOf, toolCallOf } from '../common/message.ts'
import type { Piece } from '../common/piece.ts'

/** Content of an Anthropic message: a string or blocks. */
export function anthropicPieces(content: unknown): Piece[] {
  if (typeof content === 'string') return [{ block: textBlock(content) }]
  return (isFields(content) ? [content] : listOf(content)).flatMap(blockPieces)
}

/** Content without calls, for system prompts and tool results. */
export const anthropicContent = (content: unknown): ContentBlock[] =>
  anthropicPieces(content).map((piece) =>
    'block' in piece ? piece.block : unreadBlock(Object.values(piece)[0]),
  )

function blockPieces(raw: unknown): Piece[] {
  if (!isFields(raw)) return [{ block: unreadBlock(raw) }]
  const type = text(field(raw, 'type'))
  if (type === 'redacted_thinking') return []
  if (type === 'tool_use') return [callPiece(raw)]
  if (type === 'tool_result') return [resultPiece(raw)]
  const reader = BLOCKS.get(type)
  return [{ block: reader === undefined ? blockOf(raw) : reader(raw) }]
}

const callPiece = (raw: Fields): Piece => ({
  call: toolCallOf(text(field(raw, 'id')), text(field(raw, 'name')), field(raw, 'input') ?? {}, marker(raw)),
})

function resultPiece(raw: Fields): Piece {
  const failed = field(raw, 'is_error') === true
  return {
    message: messageOf({
      role: 'tool',
      content: anthropicContent(field(raw, 'content')),
      toolCallId: text(field(raw, 'tool_use_id')),
      extra: { ...marker(raw), ...(failed ? { is_error: true } : {}) },
    }),
  }
}

/** The cache marker, kept under the provider's key because PromptLayer documents none of its own. */
const marker = (raw: Fields): Fields => {
  const cache = field(raw, 'cache_control')
  return isFields(cache) ? { cache_control: cache } : {}
}

function textPart(raw: Fields): ContentBlock {
  const cited = anthropicAnnotations(field(raw, 'citations')) ?? openaiAnnotations(field(raw, 'annotations'))
  return blockOf({
    ...without(raw, ['citations', 'annotations']),
    text: jsonText(field(raw, 'text')),
    ...(cited === null ? {} : { annotations: cited }),
  })
}

function sourceBlock(raw: Fields, defaultType: string): ContentBlock {
  const source = field(raw, 'source')
  const type = textOr(field(source, 'media_type'), defaultType)
  const title = textOr(field(raw, 'title'), 'media')
  const url = textOr(field(source, 'url'), null)
  if (url !== null) return type.startsWith('image/') ? imageBlock(url) : mediaBlock(type, url, title)
  if (field(source, 'type') === 'text') return textBlock(text(field(source, 'data')))
  if (field(source, 'type') === 'content') return textBlock(jsonText(field(source, 'content')))
  const data = textOr(field(source, 'data'), null)
  if (data !== null) return mediaBlock(type, data, title)
  return storedMediaBlock(type, textOr(field(source, 'file_id'), null), title)
}

const serverToolUse = (raw: Fields): ContentBlock =>
  blockOf({
    type: 'server_tool_use',
    id: text(field(raw, 'id')),
    name: text(field(raw, 'name')),
    input: fieldsOf(field(raw, 'input')),
  })

/** Search results; empty if the search failed. */
function webSearchResult(raw: Fields): ContentBlock {
  const content = listOf(field(raw, 'content'))
    .filter((result) => field(result, 'type') === 'web_search_result')
    .map((result) => ({
      type: 'web_search_result',
      url: text(field(result, 'url')),
      title: text(field(result, 'title')),
      encrypted_content: text(field(result, 'encrypted_content')),
      page_age: textOr(field(result, 'page_age'), null),
    }))
  return blockOf({ type: 'web_search_tool_result', tool_use_id: text(field(raw, 'tool_use_id')), content })
}

function codeResult(raw: Fields): ContentBlock {
  const streams = ['stdout', 'stderr'].map((name) => text(valueAt(raw, 'content', name)))
  return blockOf({
    type: 'code_execution_result',
    output: streams.join('') || text(valueAt(raw, 'content', 'error_code')),
    outcome: valueAt(raw, 'content', 'return_code') === 0 ? 'OUTCOME_OK' : 'OUTCOME_FAILED',
  })
}

const toolResult = (raw: Fields): ContentBlock =>
  blockOf({
    type: text(field(raw, 'type')),
    tool_use_id: text(field(raw, 'tool_use_id')),
    content: fieldsOf(field(raw, 'content')),
  })

const mcpCall = (raw: Fields): ContentBlock =>
  blockOf({
    type: 'mcp_call',
    id: textOr(field(raw, 'id'), null),
    name: text(field(raw, 'name')),
    server_label: text(field(raw, 'server_name')),
    arguments: jsonText(field(raw, 'input')),
  })

const BLOCKS = new Map<string, (raw: Fields) => ContentBlock>([
  ['text', textPart],
  ['image', (raw) => ({ ...sourceBlock(raw, 'image/jpeg'), ...marker(raw) })],
  ['document', (raw) => ({ ...sourceBlock(raw, 'application/pdf'), ...marker(raw) })],
  ['thinking', (raw) => thinkingBlock(text(field(raw, 'thinking')), text(field(raw, 'signature')))],
  ['server_tool_use', serverToolUse],
  ['web_search_tool_result', webSearchResult],
  ['code_execution_tool_result', codeResult],
  ['bash_code_execution_tool_result', (raw) => toolResult(raw)],
  ['text_editor_code_execution_tool_result', (raw) => toolResult(raw)],
  ['mcp_tool_use', mcpCall],
])
