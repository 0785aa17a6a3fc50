import { type Fields, fieldsOf, isFields } from '../../../json/fields.ts'
import { Annotation } from '../../blueprint/index.ts'
import { count, field, joinedTexts, listOf, text, valueAt } from '../common/json.ts'

/** The sources of a Gemini answer (searches, maps, files, citations), in the order of the official SDK. */
export function groundingOf(candidate: unknown): Annotation[] {
  // The indexes count thoughts as well.
  const words = joinedTexts(valueAt(candidate, 'content', 'parts'))
  return [...grounded(field(candidate, 'grounding_metadata'), words), ...cited(candidate)].flatMap((raw) => {
    const parsed = Annotation.safeParse(raw)
    return parsed.success ? [parsed.data] : []
  })
}

interface Span {
  start_index: number
  end_index: number
  cited_text?: string
}

function grounded(metadata: unknown, words: string): Fields[] {
  const chunks = listOf(field(metadata, 'grounding_chunks'))
  const supports = listOf(field(metadata, 'grounding_supports')).filter(isFields)
  const files = new Set<string>()
  if (supports.length === 0) {
    return chunks.flatMap((chunk, index) =>
      chunkCitation(chunk, index, { start_index: 0, end_index: 0 }, files),
    )
  }
  return supports.flatMap((support) => {
    const span = spanOf(field(support, 'segment'), words)
    return listOf(field(support, 'grounding_chunk_indices')).flatMap((index) =>
      typeof index === 'number' ? chunkCitation(chunks[index], index, span, files) : [],
    )
  })
}

function spanOf(segment: unknown, words: string): Span {
  const span = {
    start_index: count(field(segment, 'start_index')),
    end_index: count(field(segment, 'end_index')),
  }
  const citedText = text(field(segment, 'text')) || words.slice(span.start_index, span.end_index)
  return citedText === '' ? span : { ...span, cited_text: citedText }
}

/** A file is cited once, even if it supports several texts. */
function chunkCitation(raw: unknown, index: number, span: Span, files: Set<string>): Fields[] {
  if (!isFields(raw)) return []
  const maps = field(raw, 'maps')
  const file = field(raw, 'retrieved_context')
  if (isFields(maps)) return mapCitation(maps, span)
  if (isFields(file)) return fileCitation(text(field(file, 'title')), index, files)
  const web = isFields(field(raw, 'web')) ? fieldsOf(field(raw, 'web')) : raw
  return urlCitation(text(field(web, 'uri')), text(field(web, 'title')), span)
}

function mapCitation(maps: Fields, span: Span): Fields[] {
  const url = text(field(maps, 'uri'))
  const title = text(field(maps, 'title')) || url
  const placeId = field(maps, 'place_id')
  if (title === '') return []
  return [
    {
      type: 'map_citation',
      url,
      title,
      ...(typeof placeId === 'string' ? { place_id: placeId } : {}),
      ...span,
    },
  ]
}

function fileCitation(title: string, index: number, files: Set<string>): Fields[] {
  if (title === '' || files.has(title)) return []
  files.add(title)
  return [{ type: 'file_citation', file_id: title, filename: title, index }]
}

const urlCitation = (url: string, title: string, span: Span): Fields[] =>
  url === '' ? [] : [{ type: 'url_citation', url, title: title || url, ...span }]

const cited = (candidate: unknown): Fields[] =>
  listOf(valueAt(candidate, 'citation_metadata', 'citations')).flatMap((raw) => {
    const span = { start_index: count(field(raw, 'start_index')), end_index: count(field(raw, 'end_index')) }
    return urlCitation(text(field(raw, 'uri')), '', span)
  })
