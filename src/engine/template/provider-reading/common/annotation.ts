import { type Fields, isFields } from '../../../json/fields.ts'
import { Annotation } from '../../blueprint/index.ts'
import { count, field, firstField, isNumber, listOf, text } from './json.ts'

/** Citations on text, in the blueprint's form. */

/** The annotations of OpenAI's two APIs; kinds that the blueprint lacks are left out. */
export function openaiAnnotations(value: unknown): Annotation[] | null {
  if (!Array.isArray(value)) return null
  return value.flatMap((raw) => {
    const nested = field(raw, 'url_citation')
    return validAnnotation(isFields(nested) ? { ...nested, type: 'url_citation' } : raw)
  })
}

/** Anthropic's citations; all kinds become url_citation, as in the official SDK. */
export function anthropicAnnotations(value: unknown): Annotation[] | null {
  const citations = listOf(value)
    .filter(isFields)
    .flatMap((raw) => validAnnotation(urlCitation(raw)))
  return citations.length > 0 ? citations : null
}

const STARTS = ['start_index', 'start_char_index', 'start_page_number', 'start_block_index']
const ENDS = ['end_index', 'end_char_index', 'end_page_number', 'end_block_index']

function urlCitation(raw: Fields): Fields {
  return {
    type: 'url_citation',
    url: text(field(raw, 'url') ?? field(raw, 'source')),
    title: text(field(raw, 'title') ?? field(raw, 'document_title')),
    start_index: firstCount(raw, STARTS),
    end_index: firstCount(raw, ENDS),
    ...optional(raw, 'cited_text'),
    ...optional(raw, 'encrypted_index'),
  }
}

const firstCount = (raw: Fields, names: string[]): number => count(firstField(raw, names, isNumber))

const optional = (raw: Fields, name: string): Fields => {
  const value = field(raw, name)
  return typeof value === 'string' ? { [name]: value } : {}
}

function validAnnotation(raw: unknown): Annotation[] {
  const parsed = Annotation.safeParse(raw)
  return parsed.success ? [parsed.data] : []
}
