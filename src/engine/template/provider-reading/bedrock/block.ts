import { type Fields, fieldsOf, isFields, jsonText } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { mediaBlock, storedMediaBlock, textBlock, thinkingBlock, unreadBlock } from '../common/block.ts'
import { field, listOf, text, textOr, valueAt } from '../common/json.ts'
import { messageOf, toolCallOf } from '../common/message.ts'
import type { Piece } from '../common/piece.ts'

/** Content of a Converse message: each block has a single key that names its kind. */
export const bedrockPieces = (content: unknown): Piece[] =>
  typeof content === 'string' ? [{ block: textBlock(content) }] : listOf(content).flatMap(blockPieces)

/** Content without calls, for system prompts and tool results. */
export const bedrockContent = (content: unknown): ContentBlock[] =>
  bedrockPieces(content).map((piece) =>
    'block' in piece ? piece.block : unreadBlock(Object.values(piece)[0]),
  )

function blockPieces(raw: unknown): Piece[] {
  if (!isFields(raw)) return [{ block: unreadBlock(raw) }]
  const words = field(raw, 'text')
  if (typeof words === 'string') return [{ block: textBlock(words) }]
  const reader = READERS.find(([name]) => isFields(field(raw, name)))
  return reader === undefined ? [{ block: unreadBlock(raw) }] : reader[1](fieldsOf(field(raw, reader[0])))
}

const READERS: [string, (inner: Fields) => Piece[]][] = [
  ['tool_use', callPiece],
  ['tool_result', resultPiece],
  ['reasoning_content', reasoningPiece],
  ['image', (inner) => [{ block: fileBlock(inner, 'image') }]],
  ['video', (inner) => [{ block: fileBlock(inner, 'video') }]],
  ['audio', (inner) => [{ block: fileBlock(inner, 'audio') }]],
  ['document', (inner) => [{ block: fileBlock(inner, 'application') }]],
  ['json', (inner) => [{ block: unreadBlock(inner) }]],
  ['citations_content', (inner) => bedrockPieces(field(inner, 'content'))],
  ['guard_content', (inner) => [{ block: textBlock(jsonText(valueAt(inner, 'text', 'text') ?? inner)) }]],
  ['cache_point', () => []],
]

function callPiece(use: Fields): Piece[] {
  return [
    {
      call: toolCallOf(text(field(use, 'tool_use_id')), text(field(use, 'name')), field(use, 'input') ?? {}),
    },
  ]
}

function resultPiece(result: Fields): Piece[] {
  const content = bedrockContent(field(result, 'content'))
  const toolCallId = text(field(result, 'tool_use_id'))
  const extra = field(result, 'status') === 'error' ? { is_error: true } : {}
  return [{ message: messageOf({ role: 'tool', content, toolCallId, extra }) }]
}

/** Redacted reasoning is left out. */
function reasoningPiece(reasoning: Fields): Piece[] {
  const inner = field(reasoning, 'reasoning_text') ?? reasoning
  const words = field(inner, 'text')
  if (typeof words !== 'string') return []
  return [{ block: thinkingBlock(words, text(field(inner, 'signature'))) }]
}

function fileBlock(file: Fields, family: string): ContentBlock {
  const type = `${family}/${text(field(file, 'format'))}`
  const title = textOr(field(file, 'name'), 'media')
  const stored = textOr(valueAt(file, 'source', 's3_location', 'uri'), null)
  const data = textOr(valueAt(file, 'source', 'bytes'), null)
  return data === null && stored === null
    ? storedMediaBlock(type, null, title)
    : mediaBlock(type, data ?? stored, title)
}
