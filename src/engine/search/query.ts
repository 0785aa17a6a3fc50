import type { Expression, Range } from './expression.ts'
import { parseFilter, parseFilters } from './parse-filter.ts'
import { invalidFilter } from './values.ts'
import { fold, unspacedRuns, wordsOf } from './words.ts'

export const sortFields = [
  'request_start_time',
  'input_tokens',
  'output_tokens',
  'cost',
  'latency_ms',
  'status',
] as const
export type SortField = (typeof sortFields)[number]

/** A word, or the beginning of a word, of the input or output. */
export interface SearchWord {
  readonly text: string
  readonly isWhole: boolean
}

/** A checked search. Requests with equal sort values are ordered by id, in the same direction. */
export interface SearchQuery {
  readonly filter: Expression
  readonly words: readonly SearchWord[]
  readonly sortBy: SortField
  readonly descending: boolean
}

export interface SearchWish {
  readonly filter_group?: unknown
  /** Filters that must match in addition to the group. */
  readonly filters?: readonly object[] | null
  readonly q?: string | null
  readonly sort_by?: SortField | null
  readonly sort_order?: 'asc' | 'desc' | null
}

const longestText = 1_000
const maxWords = 20

/** Parses the search of a call; newest first by default. @throws Refusal 'bad_request' with the path. */
export function parseSearch({ filter_group, filters, q, sort_by, sort_order }: SearchWish): SearchQuery {
  const { words, signs } = parseWords(q ?? '')
  const all = [
    ...(filter_group == null ? [] : [parseFilter(filter_group)]),
    ...(filters == null ? [] : [parseFilters(filters)]),
    ...signs.map(isSaid),
  ]
  return {
    filter: all.length === 1 ? all[0]! : { type: 'all', of: all },
    words,
    sortBy: sort_by ?? 'request_start_time',
    descending: sort_order !== 'asc',
  }
}

/** The search among requests that start within the range. */
export const narrowQuery = (query: SearchQuery, range: Range): SearchQuery => ({
  ...query,
  filter: { type: 'all', of: [query.filter, { type: 'number', field: 'request_start_time', range }] },
})

/** Shorter beginnings match half of all words, too many for the index to combine. */
const shortestBeginning = 3
/** A Korean syllable counts as several letters. */
const hangul = /^\p{Script=Hangul}/u
const isWholeWord = (word: string): boolean => word.length < shortestBeginning && !hangul.test(word)

/** Emoji with their modifiers; a flag is two letters of a special alphabet. */
const emoji =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\u200d]*/gu

/**
 * Splits a query into words, and into texts that are searched literally: emoji, unspaced text, and text of signs only.
 */
function parseWords(q: string): { words: SearchWord[]; signs: string[] } {
  if (q.length > longestText) throw invalidFilter('q', `must have at most ${longestText} characters`)
  const text = fold(q)
  const runs = unspacedRuns(text)
  const characters = new Set(wordsOf(runs.join(' ')))
  const words = wordsOf(text).filter((word) => !characters.has(word))
  const shown = [...new Set([...(text.match(emoji) ?? []), ...runs])]
  if (words.length + shown.length > maxWords) throw invalidFilter('q', `must have at most ${maxWords} words`)
  // The index only narrows the candidates, so not every character of a long run is needed.
  words.push(...[...characters].slice(0, maxWords - words.length))
  const alone = text.trim()
  return {
    words: words.map((text) => ({ text, isWhole: isWholeWord(text) })),
    signs: words.length + shown.length > 0 || alone === '' ? shown : [alone],
  }
}

const isSaid = (text: string): Expression => ({
  type: 'any',
  of: [
    { type: 'text', field: 'output_text', at: 'anywhere', text },
    { type: 'text', field: 'input_text', at: 'anywhere', text },
  ],
})
