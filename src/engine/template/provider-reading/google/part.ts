import { type Fields, fieldsOf, isFields, jsonText } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import {
  blockOf,
  mediaBlock,
  outputMediaBlock,
  textBlock,
  thinkingBlock,
  unreadBlock,
} from '../common/block.ts'
import { field, has, pickPresent, text, textOr } from '../common/json.ts'
import { messageOf, toolCallOf } from '../common/message.ts'
import type { Piece } from '../common/piece.ts'

/** Input and output media become different blocks. */
type Side = 'input' | 'output'

/** Parts of a Gemini content: a string, a part, or a list of them. */
export function googlePieces(parts: unknown, side: Side): Piece[] {
  if (parts === null || parts === undefined) return []
  return (Array.isArray(parts) ? parts : [parts]).flatMap((part) => partPieces(part, side))
}

function partPieces(part: unknown, side: Side): Piece[] {
  if (typeof part === 'string') return [{ block: textBlock(part) }]
  if (!isFields(part)) return [{ block: unreadBlock(part) }]
  if (has(part, 'text') && field(part, 'text') !== null) return [{ block: textPart(part) }]
  const reader = READERS.find(([name]) => isFields(field(part, name)))
  if (reader === undefined) return Object.keys(part).length > 0 ? [{ block: unreadBlock(part) }] : []
  return reader[1](fieldsOf(field(part, reader[0])), part, side)
}

const READERS: [string, (inner: Fields, part: Fields, side: Side) => Piece[]][] = [
  ['function_call', callPiece],
  ['function_response', resultPiece],
  ['executable_code', (inner) => [{ block: codeBlock(inner) }]],
  ['code_execution_result', (inner) => [{ block: codeResultBlock(inner) }]],
  ['inline_data', inlinePiece],
  ['file_data', filePiece],
]

const signatureOf = (part: Fields): string => text(field(part, 'thought_signature'))

const signed = (part: Fields): Fields => {
  const signature = signatureOf(part)
  return signature === '' ? {} : { thought_signature: signature }
}

function textPart(part: Fields): ContentBlock {
  const words = jsonText(field(part, 'text'))
  if (field(part, 'thought') === true) return thinkingBlock(words, signatureOf(part))
  return blockOf({ type: 'text', text: words, ...signed(part) })
}

function callPiece(call: Fields, part: Fields): Piece[] {
  const extra = signatureOf(part) === '' ? {} : { provider_metadata: signed(part) }
  return [
    {
      call: toolCallOf(text(field(call, 'id')), text(field(call, 'name')), field(call, 'args') ?? {}, extra),
    },
  ]
}

/** Gemini identifies calls by name if they have no id. */
function resultPiece(result: Fields): Piece[] {
  const name = text(field(result, 'name'))
  const toolCallId = text(field(result, 'id')) || name
  return [
    {
      message: messageOf({
        role: 'tool',
        content: [unreadBlock(field(result, 'response'))],
        toolCallId,
        name,
      }),
    },
  ]
}

const codeBlock = (code: Fields): ContentBlock =>
  blockOf({ type: 'code', code: text(field(code, 'code')), ...pickPresent(code, ['language']) })

const codeResultBlock = (result: Fields): ContentBlock =>
  blockOf({
    type: 'code_execution_result',
    output: text(field(result, 'output')),
    outcome: textOr(field(result, 'outcome'), 'OUTCOME_OK'),
  })

/** Inline data. Images made during thinking are left out, as in the official SDK. */
function inlinePiece(inline: Fields, part: Fields, side: Side): Piece[] {
  const type = textOr(field(inline, 'mime_type'), 'image/png')
  const data = text(field(inline, 'data'))
  if (side === 'input')
    return [{ block: mediaBlock(type, data, text(field(inline, 'display_name')) || 'media') }]
  if (field(part, 'thought') === true || data === '') return []
  return [
    {
      block: outputMediaBlock(data, type, {
        ...signed(part),
        ...pickPresent(part, ['aspect_ratio', 'image_size']),
      }),
    },
  ]
}

function filePiece(file: Fields, _part: Fields, side: Side): Piece[] {
  const type = textOr(field(file, 'mime_type'), 'image/jpeg')
  const uri = text(field(file, 'file_uri'))
  return [{ block: side === 'input' ? mediaBlock(type, uri) : outputMediaBlock(uri, type) }]
}
