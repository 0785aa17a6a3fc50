import { type Fields, isFields, jsonText } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { openaiAnnotations } from '../common/annotation.ts'
import {
  blockOf,
  imageBlock,
  mediaBlock,
  storedMediaBlock,
  textBlock,
  thinkingBlock,
  unreadBlock,
} from '../common/block.ts'
import { field, text, textOr, valueAt, without } from '../common/json.ts'

/** Content of OpenAI's two APIs and compatible ones: a string, a list of parts, or null. */
export function openaiContent(content: unknown): ContentBlock[] {
  if (content === null || content === undefined) return []
  if (typeof content === 'string') return [textBlock(content)]
  return (Array.isArray(content) ? content : [content]).map(openaiPart)
}

export function openaiPart(part: unknown): ContentBlock {
  if (!isFields(part)) return unreadBlock(part)
  const read = PARTS.get(text(field(part, 'type')))
  return read === undefined ? blockOf(part) : read(part)
}

const PARTS = new Map<string, (part: Fields) => ContentBlock>([
  ['text', textPart],
  ['input_text', textPart],
  ['output_text', textPart],
  ['refusal', (part) => textBlock(text(field(part, 'refusal')))],
  ['image_url', imagePart],
  ['input_image', imagePart],
  ['input_audio', audioPart],
  ['file', filePart],
  ['input_file', filePart],
  ['document_url', (part) => mediaBlock('application/pdf', jsonText(field(part, 'document_url')))],
  ['thinking', thinkingPart],
])

function textPart(part: Fields): ContentBlock {
  const annotations = openaiAnnotations(field(part, 'annotations'))
  return blockOf({
    ...without(part, ['annotations', 'logprobs', 'citations']),
    type: 'text',
    text: jsonText(field(part, 'text')),
    ...(annotations === null ? {} : { annotations }),
  })
}

function imagePart(part: Fields): ContentBlock {
  const image = field(part, 'image_url')
  const url = textOr(image, textOr(field(image, 'url'), undefined))
  const detail = textOr(field(part, 'detail') ?? field(image, 'detail'), undefined)
  if (url !== undefined) return imageBlock(url, detail)
  return storedMediaBlock('image/jpeg', textOr(field(part, 'file_id'), null))
}

function audioPart(part: Fields): ContentBlock {
  const format = textOr(valueAt(part, 'input_audio', 'format'), 'wav')
  const data = textOr(valueAt(part, 'input_audio', 'data'), null)
  return mediaBlock(`audio/${format === 'mp3' ? 'mpeg' : format}`, data, 'audio')
}

function filePart(part: Fields): ContentBlock {
  const file = field(part, 'file') ?? part
  const data = textOr(field(file, 'file_data') ?? field(file, 'file_url'), undefined)
  const title = textOr(field(file, 'filename'), 'file')
  if (data === undefined)
    return storedMediaBlock('application/pdf', textOr(field(file, 'file_id'), null), title)
  return mediaBlock(/^data:([^;,]+)/.exec(data)?.[1] ?? 'application/pdf', data, title)
}

/** Thinking of Mistral and Cohere: a string or a list of text parts. */
function thinkingPart(part: Fields): ContentBlock {
  const thinking = field(part, 'thinking')
  if (!Array.isArray(thinking)) return thinkingBlock(jsonText(thinking), text(field(part, 'signature')))
  return thinkingBlock(thinking.map((item) => text(field(item, 'text'))).join(''))
}
