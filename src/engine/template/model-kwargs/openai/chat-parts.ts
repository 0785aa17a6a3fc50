import type { ContentBlock } from '../../blueprint/index.ts'
import { type Attachment, attachmentOf, filenameOf, urlOf } from '../common/attachment.ts'
import { type Kwargs, present } from '../common/kwargs.ts'
import { plainText, textsOf } from '../common/plain-text.ts'

/** Content parts of OpenAI chat messages: text without id or annotations (recorded), images, files. */

const textPart = (text: string): Kwargs => ({ type: 'text', text })

/** User content stays a list, even with one text. */
export const userParts = (content: ContentBlock[]): Kwargs[] =>
  content.flatMap((block) => {
    if (block.type === 'text') return [textPart(block.text)]
    const attachment = attachmentOf(block)
    const part = attachment && attachedPart(attachment)
    if (part) return [part]
    const text = plainText(block)
    return text === null ? [] : [textPart(text)]
  })

/**
 * Other roles have text only. Recorded for a system message: a single text is a string; the same is done for developer,
 * assistant and tool messages, because older compatible servers accept nothing else.
 */
export const textParts = (content: ContentBlock[]): string | Kwargs[] => {
  const texts = textsOf(content)
  return texts.length > 1 ? texts.map(textPart) : (texts[0] ?? '')
}

const audioFormats = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
])

/** Images by URL or inline; audio and files only inline, because the API accepts no URL for them. */
const attachedPart = (attachment: Attachment): Kwargs | null => {
  const { kind, mime, source, detail } = attachment
  if (kind === 'image') return { type: 'image_url', image_url: present({ url: urlOf(attachment), detail }) }
  if ('url' in source) return null
  const format = audioFormats.get(mime)
  if (kind === 'audio') {
    return format ? { type: 'input_audio', input_audio: { data: source.data, format } } : null
  }
  if (kind === 'video') return null
  return { type: 'file', file: { filename: filenameOf(attachment), file_data: urlOf(attachment) } }
}
