import { type Expression, everything } from './expression.ts'
import { parseFilter } from './parse-filter.ts'
import { invalidFilter } from './values.ts'
import { fold, wordsOf } from './words.ts'

export const sortFields = [
  'request_start_time',
  'input_tokens',
  'output_tokens',
  'cost',
  'latency_ms',
  'status',
] as const
export type SortField = (typeof sortFields)[number]

/** Is a word of the input or the output, or begins one. */
export interface SearchWord {
  readonly text: string
  readonly isWhole: boolean
}

/** A search, checked. Requests that tie stand in the order of their ids, in the same direction. */
export interface SearchQuery {
  readonly filter: Expression
  readonly words: readonly SearchWord[]
  readonly sortBy: SortField
  readonly descending: boolean
}

export interface SearchWish {
  readonly filter_group?: unknown
  readonly q?: string | null
  readonly sort_by?: SortField | null
  readonly sort_order?: 'asc' | 'desc' | null
}

const longestText = 1_000
const mostWords = 20

export function parseSearch({ filter_group, q, sort_by, sort_order }: SearchWish): SearchQuery {
  return {
    filter: filter_group == null ? everything : parseFilter(filter_group),
    words: searchedWords(q ?? ''),
    sortBy: sort_by ?? 'request_start_time',
    descending: sort_order !== 'asc',
  }
}

/** Shorter beginnings are those of half the language: an index that has to put so many words together is none. */
const shortestBeginning = 3

function searchedWords(q: string): SearchWord[] {
  if (q.length > longestText) throw invalidFilter('q', `must have at most ${longestText} characters`)
  const words = wordsOf(fold(q))
  if (words.length > mostWords) throw invalidFilter('q', `must have at most ${mostWords} words`)
  return words.map((text) => ({ text, isWhole: text.length < shortestBeginning }))
}
