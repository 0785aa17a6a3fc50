import type { ContentBlock } from '../../blueprint/index.ts'
import { attachmentOf } from '../common/attachment.ts'
import { type Kwargs, present } from '../common/kwargs.ts'
import { type Marker, markerOf } from '../common/marker.ts'
import { plainText } from '../common/plain-text.ts'
import { attachedBlock } from './attachments.ts'

/** Content blocks of Converse messages. */

/** Caches everything before it. Five minutes is the default, so only an hour is set. */
export const cachePoint = (marker: Marker | null): Kwargs[] =>
  marker ? [{ cachePoint: present({ type: 'default', ttl: marker.ttl === '1h' ? '1h' : null }) }] : []

/** Converse refuses blank text blocks. */
export const textBlock = (text: string): Kwargs[] => (text.trim() === '' ? [] : [{ text }])

export const inputBlocks = (block: ContentBlock): Kwargs[] => {
  const attachment = attachmentOf(block)
  const part = attachment && attachedBlock(attachment)
  return withCachePoint(part ? [part] : textBlock(plainText(block) ?? ''), block)
}

/** Assistant messages have texts and thinking; Converse accepts thinking only with its signature. */
export const assistantBlocks = (content: ContentBlock[]): Kwargs[] =>
  content.flatMap((block) => {
    if (block.type !== 'thinking') return withCachePoint(textBlock(plainText(block) ?? ''), block)
    const { thinking: text, signature } = block
    return signature ? [{ reasoningContent: { reasoningText: { text, signature } } }] : []
  })

const withCachePoint = (blocks: Kwargs[], block: ContentBlock): Kwargs[] =>
  blocks.length > 0 ? [...blocks, ...cachePoint(markerOf(block))] : blocks
