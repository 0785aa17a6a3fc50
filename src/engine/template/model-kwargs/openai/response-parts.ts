import type { ContentBlock } from '../../blueprint/index.ts'
import { type Attachment, attachmentOf, filenameOf, urlOf } from '../common/attachment.ts'
import type { Kwargs } from '../common/kwargs.ts'
import { plainText } from '../common/plain-text.ts'

/** Content parts of Responses messages and of function outputs: input_text, input_image, input_file. */

export const inputParts = (block: ContentBlock): Kwargs[] => {
  const attachment = attachmentOf(block)
  const part = attachment && attachedPart(attachment)
  return part ? [part] : textInput(block)
}

export const textInput = (block: ContentBlock): { type: 'input_text'; text: string }[] => {
  const text = plainText(block)
  return text === null ? [] : [{ type: 'input_text', text }]
}

/** The API accepts no audio or video; these are mentioned by their URL. */
const attachedPart = (attachment: Attachment): Kwargs | null => {
  const { kind, source, detail } = attachment
  if (kind === 'image') return { type: 'input_image', image_url: urlOf(attachment), detail: detail ?? 'auto' }
  if (kind !== 'file') return null
  return 'url' in source
    ? { type: 'input_file', file_url: source.url }
    : { type: 'input_file', filename: filenameOf(attachment), file_data: urlOf(attachment) }
}
