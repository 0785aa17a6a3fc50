import type { ContentBlock } from '../../blueprint/index.ts'

/** An image, document, audio or video of a message: by URL or as base64 data. */
export interface Attachment {
  kind: 'image' | 'audio' | 'video' | 'file'
  mime: string
  source: { url: string } | { data: string }
  title: string | null
  detail: string | null
}

/** The block's attachment; null for other blocks and for media without a URL. */
export const attachmentOf = (block: ContentBlock): Attachment | null => {
  switch (block.type) {
    case 'image_url': {
      const { url, detail } = block.image_url
      return attachment(url, null, 'url', null, detail ?? null)
    }
    case 'media': {
      const { url, type, format, title } = block.media
      return url ? attachment(url, type ?? null, format, title, null) : null
    }
    case 'output_media':
      return attachment(block.url, block.mime_type, 'neither', null, null)
    default:
      return null
  }
}

const attachment = (
  address: string,
  mime: string | null,
  format: string,
  title: string | null,
  detail: string | null,
): Attachment | null => {
  if (address === '') return null
  const inline = dataUrl(address)
  if (inline) return newAttachment(inline.mime || mime || 'image/jpeg', { data: inline.data }, title, detail)
  const isUrl = format === 'url' || /^[a-z][a-z0-9+.-]*:/i.test(address)
  return newAttachment(
    mime ?? guessMime(address),
    isUrl ? { url: address } : { data: address },
    title,
    detail,
  )
}

const newAttachment = (
  mime: string,
  source: Attachment['source'],
  title: string | null,
  detail: string | null,
): Attachment => {
  const family = mime.split('/')[0]
  const kind = family === 'image' || family === 'audio' || family === 'video' ? family : 'file'
  return { kind, mime, source, title, detail }
}

const dataUrl = (url: string): { mime: string; data: string } | null => {
  const comma = url.indexOf(',')
  const head = url.slice(0, Math.max(comma, 0)).toLowerCase()
  if (!head.startsWith('data:') || !head.endsWith(';base64')) return null
  return { mime: head.slice(5).split(';')[0] ?? '', data: url.slice(comma + 1) }
}

const mimeByEnding = new Map([
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['mp4', 'video/mp4'],
])

/** By the extension of the URL's path; JPEG by default, as in the blueprint. */
const guessMime = (url: string): string => {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return mimeByEnding.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'image/jpeg'
}

/** Its own URL, or a data URL. */
export const urlOf = ({ source, mime }: Attachment): string =>
  'url' in source ? source.url : `data:${mime};base64,${source.data}`

export const filenameOf = ({ title, mime }: Attachment): string =>
  title ?? `media.${mime.split('/')[1]?.split(/[+;]/)[0] ?? 'bin'}`
