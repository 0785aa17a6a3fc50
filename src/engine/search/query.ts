import { maxQueryLength, maxQueryWords } from '../limits.ts'
import { type CallTimeField, callTimeFields, type Expression, type Range, type Test } from './expression.ts'
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
  ...callTimeFields,
] as const
export type SortField = (typeof sortFields)[number]

/** A condition that a request or trace has a number, or yes or no, under this score name. */
export type SortScore = Extract<Test, { type: 'score' }> & { readonly name: string }

/** A word, or the beginning of a word, of the input or output. */
export interface SearchWord {
  readonly text: string
  readonly isWhole: boolean
}

/** A checked search. Requests with equal sort values are ordered by id, in the same direction. */
export interface SearchQuery {
  readonly filter: Expression
  readonly words: readonly SearchWord[]
  readonly sortBy: SortField | 'score'
  /** The score of the order `score`: one of the tests of the filter. */
  readonly sortScore: SortScore | null
  readonly descending: boolean
}

export interface SearchCriteria {
  readonly filter_group?: unknown
  /** Filters that must match in addition to the group. */
  readonly filters?: readonly object[] | null
  readonly q?: string | null
  readonly sort_by?: SortField | 'score' | null
  readonly sort_score_name?: string | null
  readonly sort_order?: 'asc' | 'desc' | null
}

/**
 * Parses the search of a call; newest first by default. In the order of a score or of a time that few requests have,
 * only requests that have it match.
 * @throws Refusal 'bad_request' with the path.
 */
export function parseSearch(criteria: SearchCriteria): SearchQuery {
  const { filter_group, filters, q, sort_by, sort_order } = criteria
  const { words, literalTexts } = parseWords(q ?? '')
  const sortScore = sortScoreOf(criteria)
  const all = [
    ...(filter_group == null ? [] : [parseFilter(filter_group)]),
    ...(filters == null ? [] : [parseFilters(filters)]),
    ...literalTexts.map(containsText),
    ...(sortScore ? [sortScore] : []),
    ...(isCallTime(sort_by) ? [{ type: 'present', field: sort_by } as const] : []),
  ]
  return {
    filter: all.length === 1 ? all[0]! : { type: 'all', of: all },
    words,
    sortBy: sort_by ?? 'request_start_time',
    sortScore,
    descending: sort_order !== 'asc',
  }
}

const isCallTime = (field: SearchCriteria['sort_by']): field is CallTimeField =>
  (callTimeFields as readonly unknown[]).includes(field)

/** Matches every score that has a number; categories and texts have none. */
const anyNumber: Range = { from: -Number.MAX_VALUE, to: null, includesFrom: true, includesTo: false }

/** The score of an order. @throws Refusal 'bad_request' with the path. */
export function sortScoreOf({
  sort_by,
  sort_score_name: name,
}: {
  readonly sort_by?: string | null | undefined
  readonly sort_score_name?: string | null | undefined
}): SortScore | null {
  if (sort_by !== 'score') {
    if (name != null) throw invalidFilter('sort_score_name', 'is only for sort_by score')
    return null
  }
  if (name == null) throw invalidFilter('sort_score_name', 'must name the score that sort_by score orders by')
  return { type: 'score', name, range: anyNumber }
}

/** The search among requests that start within the range. */
export const narrowQuery = (query: SearchQuery, range: Range): SearchQuery => ({
  ...query,
  filter: { type: 'all', of: [query.filter, { type: 'number', field: 'request_start_time', range }] },
})

/** Shorter beginnings match half of all words, too many for the index to combine. */
const minPrefixLength = 3
/** A Korean syllable counts as several letters. */
const hangul = /^\p{Script=Hangul}/u
const isWholeWord = (word: string): boolean => word.length < minPrefixLength && !hangul.test(word)

/** Emoji with their modifiers; a flag is two letters of a special alphabet. */
const emoji =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\u200d]*/gu

/**
 * Splits a query into words, and into texts that are searched literally: emoji, unspaced text, and text of signs only.
 */
function parseWords(q: string): { words: SearchWord[]; literalTexts: string[] } {
  if (q.length > maxQueryLength) throw invalidFilter('q', `must have at most ${maxQueryLength} characters`)
  const text = fold(q)
  const runs = unspacedRuns(text)
  const characters = new Set(wordsOf(runs.join(' ')))
  const words = wordsOf(text).filter((word) => !characters.has(word))
  const literals = [...new Set([...(text.match(emoji) ?? []), ...runs])]
  if (words.length + literals.length > maxQueryWords)
    throw invalidFilter('q', `must have at most ${maxQueryWords} words`)
  // The index only narrows the candidates, so not every character of a long run is needed.
  words.push(...[...characters].slice(0, maxQueryWords - words.length))
  const whole = text.trim()
  return {
    words: words.map((text) => ({ text, isWhole: isWholeWord(text) })),
    literalTexts: words.length + literals.length > 0 || whole === '' ? literals : [whole],
  }
}

const containsText = (text: string): Expression => ({
  type: 'any',
  of: [
    { type: 'text', field: 'output_text', at: 'anywhere', text },
    { type: 'text', field: 'input_text', at: 'anywhere', text },
  ],
})
