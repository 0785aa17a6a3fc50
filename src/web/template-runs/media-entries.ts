import type { ContentBlock } from '../../engine/template/blueprint/index.ts'
import { isJson, isMissing, textOf, type WrittenValue } from './written-value.ts'

/** One entry of the value of a media variable: an address, a data URL, base64 or a media block. */
type Entry = unknown

/** The entries of an entered value. A JSON text that is not valid has none. */
export function entriesOf(written: WrittenValue | undefined): readonly Entry[] {
  if (isMissing(written)) return []
  const text = textOf(written)
  if (!isJson(written)) return [text]
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return []
  }
}

/** The entered value of entries: one address or data URL is a text, others are a JSON list. */
export function writtenEntries(entries: readonly Entry[]): WrittenValue {
  const [first, ...others] = entries
  if (first === undefined) return ''
  return typeof first === 'string' && others.length === 0 ? first : { json: JSON.stringify(entries, null, 2) }
}

/** The entry of a chosen file. An image is a data URL; the block of another file also has its name. */
export const entryOf = (block: ContentBlock): Entry =>
  block.type === 'image_url' ? block.image_url.url : block

export interface ChosenFile {
  readonly url: string
  readonly name: string
}

/** The file in an entry; null for an address and for base64 without its type. */
export function fileIn(entry: Entry): ChosenFile | null {
  const media = (entry as { media?: { url?: unknown; title?: unknown } } | null)?.media
  const url = typeof entry === 'string' ? entry : media?.url
  if (typeof url !== 'string' || !url.startsWith('data:')) return null
  const type = url.slice('data:'.length, url.search(/[;,]/))
  return { url, name: typeof media?.title === 'string' ? media.title : type }
}
