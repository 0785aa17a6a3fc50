import type { Annotation, ContentBlock } from '../../blueprint/index.ts'
import { type Attachment, attachmentOf } from '../common/attachment.ts'
import { textOfBase64 } from '../common/base64.ts'
import { type Kwargs, present, undefinedIfEmpty } from '../common/kwargs.ts'
import { type Marker, markerOf } from '../common/marker.ts'
import { plainText } from '../common/plain-text.ts'
import { plainId } from '../common/turn.ts'

/** Images and documents of Anthropic messages; null for types that the API refuses. */
const attachedBlock = ({ kind, mime, source, title }: Attachment): Kwargs | null => {
  if (kind === 'image') return { type: 'image', source: imageSource(mime, source) }
  if (kind !== 'file') return null
  const document = (from: Kwargs) => present({ type: 'document', source: from, title })
  if (mime === 'application/pdf') {
    return document(
      'url' in source
        ? { type: 'url', url: source.url }
        : { type: 'base64', media_type: mime, data: source.data },
    )
  }
  const data = mime.startsWith('text/') && 'data' in source ? textOfBase64(source.data) : null
  return data ? document({ type: 'text', media_type: 'text/plain', data }) : null
}

const imageSource = (mime: string, source: Attachment['source']): Kwargs =>
  'url' in source
    ? { type: 'url', url: source.url }
    : { type: 'base64', media_type: mime === 'image/jpg' ? 'image/jpeg' : mime, data: source.data }

/** Adds the cache marker, unless the block has one or is a thinking block, which cannot have one. */
export const withMarker = (block: Kwargs, marker: Marker | null): Kwargs =>
  marker && !block['cache_control'] && block['type'] !== 'thinking'
    ? { ...block, cache_control: marker }
    : block

/** The API refuses blank text blocks. */
export const textBlock = (text: string, marker: Marker | null): Kwargs[] =>
  text.trim() === '' ? [] : [withMarker({ type: 'text', text }, marker)]

/** Blocks of user messages and tool results: texts, images, documents. */
export const inputBlocks = (block: ContentBlock): Kwargs[] => {
  const marker = markerOf(block)
  const attachment = attachmentOf(block)
  const part = attachment && attachedBlock(attachment)
  if (part) return [withMarker(part, marker)]
  const text = plainText(block)
  return text === null ? [] : textBlock(text, marker)
}

/**
 * Blocks of an assistant message. A turn with thinking must start with it; a valid order is kept, because the model interleaves
 * thinking and server tools.
 */
export const assistantBlocks = (content: ContentBlock[]): Kwargs[] => {
  const blocks = content.flatMap((block) =>
    nativeBlocks(block).map((nativeBlock) => withMarker(nativeBlock, markerOf(block))),
  )
  const isThought = (block: Kwargs) => block['type'] === 'thinking'
  if (!blocks[0] || isThought(blocks[0])) return blocks
  return [...blocks.filter(isThought), ...blocks.filter((block) => !isThought(block))]
}

const nativeBlocks = (block: ContentBlock): Kwargs[] => {
  switch (block.type) {
    case 'text': {
      const citations = undefinedIfEmpty((block.annotations ?? []).flatMap(citationOf))
      return textBlock(block.text, null).map((native) => present({ ...native, citations }))
    }
    case 'thinking':
      return block.signature
        ? [{ type: 'thinking', thinking: block.thinking, signature: block.signature }]
        : []
    case 'server_tool_use':
      return [{ type: block.type, id: plainId(block.id), name: block.name, input: block.input }]
    case 'web_search_tool_result':
      return [{ ...resultBase(block), content: block.content.map(searchResult) }]
    case 'bash_code_execution_tool_result':
    case 'text_editor_code_execution_tool_result':
      return [{ ...resultBase(block), content: block.content }]
    default: {
      const text = plainText(block)
      return text === null ? [] : textBlock(text, null)
    }
  }
}

const resultBase = ({ type, tool_use_id }: { type: string; tool_use_id: string }): Kwargs => ({
  type,
  tool_use_id: plainId(tool_use_id),
})

type SearchResult = Extract<ContentBlock, { type: 'web_search_tool_result' }>['content'][number]

const searchResult = ({ url, title, encrypted_content, page_age }: SearchResult): Kwargs =>
  present({ type: 'web_search_result', url, title, encrypted_content, page_age })

/** The API accepts only citations with the index that it encrypted. */
const citationOf = (annotation: Annotation): Kwargs[] => {
  if (annotation.type !== 'url_citation' || !annotation.encrypted_index) return []
  const { url, title, cited_text, encrypted_index } = annotation
  return [{ type: 'web_search_result_location', url, title, cited_text: cited_text ?? '', encrypted_index }]
}
