import { fieldsOf } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { attachmentOf } from '../common/attachment.ts'
import type { Kwargs } from '../common/kwargs.ts'
import { plainText } from '../common/plain-text.ts'

/**
 * Parts of Gemini contents.
 * Source: reference 4.8 (the inverse direction); @google/genai types.
 */
export const partsOf = (block: ContentBlock): Kwargs[] => {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [withSignature({ text: block.text }, block.thought_signature)]
    case 'thinking':
      return block.thinking === ''
        ? []
        : [withSignature({ text: block.thinking, thought: true }, block.signature)]
    case 'code': {
      const language = typeof block['language'] === 'string' ? block['language'] : 'PYTHON'
      return [{ executable_code: { code: block.code, language } }]
    }
    case 'code_execution_result':
      return [{ code_execution_result: { outcome: block.outcome, output: block.output } }]
    default: {
      const media = mediaPart(block)
      const text = media ? null : plainText(block)
      return media ? [media] : text === null ? [] : [{ text }]
    }
  }
}

/** Gemini accepts all kinds of media: inline as base64, or as a file URI. */
export const mediaPart = (block: ContentBlock): Kwargs | null => {
  const attachment = attachmentOf(block)
  if (!attachment) return null
  const { mime, source } = attachment
  const part =
    'url' in source
      ? { file_data: { file_uri: source.url, mime_type: mime } }
      : { inline_data: { mime_type: mime, data: source.data } }
  return withSignature(part, fieldsOf(block['provider_metadata'])['thought_signature'])
}

/** Gemini's encrypted thoughts return on their original part. */
export const withSignature = (part: Kwargs, signature: unknown): Kwargs =>
  typeof signature === 'string' && signature !== '' ? { ...part, thought_signature: signature } : part
