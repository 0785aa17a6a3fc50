import { type Fields, isFields } from '../../../json/fields.ts'
import { blockOf, imageType, outputMediaBlock, thinkingBlock, unreadBlock } from '../common/block.ts'
import { field, joinedTexts, pickPresent, text, textOr } from '../common/json.ts'
import { messageOf, roleOf, toolCallOf } from '../common/message.ts'
import type { Piece } from '../common/piece.ts'
import { openaiContent } from './content.ts'

/**
 * Items of the OpenAI Responses API, input and output. Searches are left out, as in the official SDK: their results are in the
 * annotations. Items without a matching block are kept as text.
 */
export function itemPieces(raw: unknown): Piece[] {
  if (!isFields(raw)) return raw === null ? [] : [{ block: unreadBlock(raw) }]
  const type = textOr(field(raw, 'type'), 'message')
  if (OMITTED.has(type)) return []
  const read = ITEMS.get(type)
  if (read !== undefined) return read(raw)
  return [{ block: unreadBlock(raw) }]
}

const OMITTED = new Set(['web_search_call', 'file_search_call', 'compaction'])

const ITEMS = new Map<string, (item: Fields) => Piece[]>([
  ['message', messagePieces],
  ['reasoning', (item) => [{ block: thinkingBlock(summary(item), '', idOf(item)) }]],
  ['function_call', (item) => [callPiece(item, field(item, 'arguments'))]],
  ['custom_tool_call', (item) => [callPiece(item, field(item, 'input'))]],
  ['function_call_output', resultPiece],
  ['custom_tool_call_output', resultPiece],
  ['code_interpreter_call', codePiece],
  ['image_generation_call', imagePiece],
  ['mcp_list_tools', blockPiece({ server_label: '', tools: [], error: null })],
  [
    'mcp_call',
    blockPiece({
      name: '',
      server_label: '',
      arguments: '',
      output: null,
      error: null,
      approval_request_id: null,
    }),
  ],
  ['mcp_approval_request', blockPiece({ name: '', arguments: '', server_label: '' })],
  ['mcp_approval_response', approvalPiece],
  ['shell_call', blockPiece({ call_id: '', action: {}, status: 'completed' })],
  ['shell_call_output', blockPiece({ call_id: '', output: [], status: 'completed' })],
  ['apply_patch_call', blockPiece({ call_id: '', operation: {}, status: 'completed' })],
  ['apply_patch_call_output', blockPiece({ call_id: '', output: '', status: 'completed' })],
])

const idOf = (item: Fields): string | null => textOr(field(item, 'id'), null)

/** An assistant message merges with adjacent items; other messages stand alone. */
function messagePieces(item: Fields): Piece[] {
  const role = roleOf(field(item, 'role') ?? 'user')
  const id = idOf(item)
  const content = openaiContent(field(item, 'content'))
  if (role !== 'assistant') return [{ message: messageOf({ role, content }) }]
  return content.map((block) => ({ block: block.type === 'text' && id !== null ? { ...block, id } : block }))
}

const summary = (item: Fields): string =>
  joinedTexts(field(item, 'summary')) || joinedTexts(field(item, 'content'))

function callPiece(item: Fields, args: unknown): Piece {
  const toolId = idOf(item)
  const extra = toolId === null ? {} : { tool_id: toolId }
  return { call: toolCallOf(text(field(item, 'call_id')), text(field(item, 'name')), args ?? '', extra) }
}

function resultPiece(item: Fields): Piece[] {
  const toolCallId = text(field(item, 'call_id'))
  return [{ message: messageOf({ role: 'tool', content: openaiContent(field(item, 'output')), toolCallId }) }]
}

function codePiece(item: Fields): Piece[] {
  const code = text(field(item, 'code'))
  return [
    {
      block: blockOf({ type: 'code', id: idOf(item), code, container_id: text(field(item, 'container_id')) }),
    },
  ]
}

const IMAGE_FIELDS = ['revised_prompt', 'background', 'size', 'quality', 'output_format']

function imagePiece(item: Fields): Piece[] {
  const type = imageType(field(item, 'output_format'))
  const extra = pickPresent(item, IMAGE_FIELDS)
  return [{ block: outputMediaBlock(text(field(item, 'result')), type, extra, idOf(item) ?? undefined) }]
}

function approvalPiece(item: Fields): Piece[] {
  const approve = field(item, 'approve') === true
  const approval = { approval_request_id: text(field(item, 'approval_request_id')), approve }
  const block = blockOf({ type: 'mcp_approval_response', ...approval })
  return [{ message: messageOf({ role: 'user', content: [block] }) }]
}

/** Reads items that have a block of the same name; `defaults` fill missing fields. */
function blockPiece(defaults: Fields): (item: Fields) => Piece[] {
  const names = Object.keys(defaults)
  return (item) => {
    const fields = pickPresent(item, ['id', ...names])
    return [{ block: blockOf({ type: text(field(item, 'type')), ...defaults, ...fields }) }]
  }
}
