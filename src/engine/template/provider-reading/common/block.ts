import { type Fields, jsonText } from '../../../json/fields.ts'
import { ContentBlock } from '../../blueprint/index.ts'

/** Builds content blocks from parts of providers' messages. */

export const textBlock = (text: string): ContentBlock => ({
  type: 'text',
  text,
  id: null,
  annotations: null,
  thought_signature: null,
})

/** The JSON of a value that no block type fits. */
export const unreadBlock = (value: unknown): ContentBlock => textBlock(jsonText(value))

/** Parses a block with defaults; text with its JSON if it is not a block. */
export function blockOf(raw: Fields): ContentBlock {
  const parsed = ContentBlock.safeParse(raw)
  return parsed.success ? parsed.data : unreadBlock(raw)
}

export const thinkingBlock = (thinking: string, signature = '', id: string | null = null): ContentBlock =>
  blockOf({ type: 'thinking', thinking, signature, id })

export const imageBlock = (url: string, detail?: string): ContentBlock =>
  blockOf({ type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } })

/** A file in the input. `url` is base64 data, a URL, or the provider's file id (format "neither"). */
export function mediaBlock(type: string, url: string | null, title = 'media'): ContentBlock {
  return blockOf({ type: 'media', media: { title, type, ...locationOf(type, url) } })
}

function locationOf(type: string, url: string | null): Fields {
  if (url === null || type === '') return { url, format: 'neither' }
  if (/^(https?|gs|s3):\/\//.test(url)) return { url, format: 'url' }
  return { url, format: 'base64' }
}

/** A file without content, with the provider's id alone. */
export const storedMediaBlock = (type: string, id: string | null, title = 'media'): ContentBlock =>
  blockOf({ type: 'media', media: { title, type, url: id, format: 'neither' } })

/** Media in the output. An empty `extra` is left out. */
export function outputMediaBlock(
  url: string,
  mimeType: string,
  extra: Fields = {},
  id?: string,
): ContentBlock {
  const family = mimeType.split('/')[0]
  return blockOf({
    type: 'output_media',
    url,
    mime_type: mimeType,
    media_type: family === 'audio' || family === 'video' ? family : 'image',
    ...(id === undefined ? {} : { id }),
    ...(Object.keys(extra).length === 0 ? {} : { provider_metadata: extra }),
  })
}

const IMAGE_TYPES = new Map([
  ['webp', 'image/webp'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['svg', 'image/svg+xml'],
])

/** The MIME type for an image format of the providers. */
export const imageType = (format: unknown): string => IMAGE_TYPES.get(jsonText(format)) ?? 'image/png'
