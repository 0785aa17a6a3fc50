import { ContentBlock } from '../blueprint/index.ts'
import type { Loc } from '../map-texts.ts'
import { templateError } from './variables.ts'

const DATA_URL = /^data:([^;,]*)/
const URL_SCHEME = /^[a-z][a-z0-9+.-]*:/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}\s*$/

/** The first base64 characters of common file types. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
]

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mov', 'video/quicktime'],
  ['txt', 'text/plain'],
])

function fileType(url: string): string | null {
  const path = url.replace(/[?#].*$/s, '')
  return EXTENSIONS.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? null
}

function toBlock(url: string, mime: string, format: 'url' | 'base64'): ContentBlock {
  if (mime.startsWith('image/')) return { type: 'image_url', image_url: { url }, image_variable: null }
  return { type: 'media', media: { title: 'media', type: mime, url, format } }
}

function fromString(entry: string): ContentBlock | null {
  const data = DATA_URL.exec(entry)
  if (data !== null) return toBlock(entry, data[1] || 'text/plain', 'base64')
  if (URL_SCHEME.test(entry)) return toBlock(entry, fileType(entry) ?? 'image/*', 'url')
  if (!BASE64.test(entry)) return null
  const mime = SIGNATURES.find(([start]) => entry.startsWith(start))?.[1] ?? 'image/jpeg'
  return toBlock(`data:${mime};base64,${entry.trim()}`, mime, 'base64')
}

function fromObject(entry: unknown): ContentBlock | null {
  const { data } = ContentBlock.safeParse(entry)
  return data?.type === 'image_url' || data?.type === 'media' ? data : null
}

/**
 * The blocks for a media variable, one for each entry of its value (a list or one entry). An entry is a URL, a data URL, base64
 * (converted to a data URL; the type comes from its first bytes, JPEG by default), or an image or media block. Images become
 * image blocks, others media blocks; a URL without a known extension is an image.
 * Source: reference 4.4 ("a list of URLs or base64 items"), 4.7.
 * @throws Refusal 'template_error' for other entries.
 */
export function mediaBlocks(value: unknown, name: string, loc: Loc): ContentBlock[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  return entries.map((entry, index) => {
    const block = typeof entry === 'string' ? fromString(entry) : fromObject(entry)
    if (block !== null) return block
    const message = `Entry ${index} of the media variable ${name} is not a URL, base64 or a media block`
    throw templateError(message, loc)
  })
}
