import type { ContentBlock } from '../../blueprint/index.ts'
import { type Attachment, attachmentOf, filenameOf, urlOf } from '../common/attachment.ts'
import { type Kwargs, present } from '../common/kwargs.ts'
import { plainText, textsOf } from '../common/plain-text.ts'

/** Content parts of OpenAI chat messages: text without id or annotations (recorded), images, files. */

const textPart = (text: string): Kwargs => ({ type: 'text', text })

/** What a user says stays a list, even with one text. */
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
 * Everybody else says text only. Recorded for a system message: one text block collapses to a
 * string; developer, assistant and tool messages follow it, since older compatible servers take
 * nothing else there.
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

/** Images by URL or inline; sounds and files only inline, as the API takes no URL for them. */
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
