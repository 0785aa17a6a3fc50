import type { Random } from '../kept-sets/random.ts'
import { newestTime, wordOf } from './generator.ts'

export interface SearchMeasure {
  readonly name: string
  /** The bar of the p99 in milliseconds; null without a bar. */
  readonly bar: number | null
  readonly body: (random: Random) => object
}

const filters = (...all: object[]) => ({ logic: 'AND', filters: all })
const since = (days: number) => ({
  field: 'request_start_time',
  operator: 'after',
  value: new Date(newestTime - days * 86_400_000).toISOString(),
})
const tag = (value: string) => ({ field: 'tags', operator: 'contains', value })
const metadata = (key: string, value: string) => ({
  field: 'metadata',
  operator: 'key_equals',
  nested_key: key,
  value,
})

const scoreMeasure = (name: string, test: object): SearchMeasure => ({
  name,
  bar: null,
  body: () => ({ filter_group: filters({ field: 'score', nested_key: 'quality', ...test }) }),
})
const anyScoreMeasure = (name: string, test: object): SearchMeasure => ({
  name,
  bar: null,
  body: () => ({ filter_group: filters({ field: 'score', ...test }) }),
})
const verdictMeasure = (name: string, value: string): SearchMeasure => ({
  name,
  bar: null,
  body: () => ({
    filter_group: filters({ field: 'score_values', nested_key: 'verdict', operator: 'key_equals', value }),
  }),
})

const byQuality = { sort_by: 'score', sort_score_name: 'quality', sort_order: 'asc' }

/**
 * A word that people would search for. The most frequent words are left out, because they are in every text.
 */
const searchedWord = (random: Random): string => wordOf(100 + random.skewed(19_900))

export const searchMeasures: readonly SearchMeasure[] = [
  {
    name: 'metadata, tag, 30 days (rare customer)',
    bar: 50,
    body: (random) => ({
      filter_group: filters(
        metadata('customer', `customer-${random.skewed(20_000)}`),
        tag(`team-${random.skewed(40)}`),
        since(30),
      ),
    }),
  },
  {
    name: 'metadata, tag, 30 days (both common)',
    bar: 50,
    body: (random) => ({
      filter_group: filters(
        metadata('plan', random.pick(['free', 'team'])),
        tag(`team-${random.skewed(10)}`),
        since(30),
      ),
    }),
  },
  { name: 'a word', bar: 150, body: (random) => ({ q: searchedWord(random) }) },
  {
    name: 'two words and a tag',
    bar: 150,
    body: (random) => ({
      q: `${searchedWord(random)} ${searchedWord(random)}`,
      filter_group: filters(tag('production')),
    }),
  },
  {
    name: 'a substring of the output',
    bar: null,
    body: (random) => ({
      filter_group: filters({
        field: 'output_text',
        operator: 'contains',
        value: `${wordOf(random.skewed(20_000)).slice(1)} ${wordOf(random.skewed(50))}`,
      }),
    }),
  },
  {
    name: 'status ERROR',
    bar: null,
    body: () => ({ filter_group: filters({ field: 'status', operator: 'is', value: 'ERROR' }) }),
  },
  scoreMeasure('score of 1 in 5,000', { operator: 'eq', value: 100 }),
  scoreMeasure('score of 1 in 100', { operator: 'eq', value: 42 }),
  scoreMeasure('score of half of them', { operator: 'gte', value: 50 }),
  anyScoreMeasure('any score of 1 in 5,000', { operator: 'eq', value: 100 }),
  anyScoreMeasure('any score of half of them', { operator: 'gte', value: 50 }),
  anyScoreMeasure('any score of none of them', { operator: 'gt', value: 100 }),
  anyScoreMeasure('any score is null: no request matches', { operator: 'is_null' }),
  scoreMeasure('score negated: all but half of them', { operator: 'neq', value: 42 }),
  verdictMeasure('category of 1 in 5,000', 'fraud'),
  verdictMeasure('category of half of them', 'good'),
  {
    name: 'score of 1 in 100 and a rare customer',
    bar: null,
    body: (random) => ({
      filter_group: filters(
        { field: 'score', nested_key: 'quality', operator: 'eq', value: 42 },
        metadata('customer', `customer-${random.skewed(20_000)}`),
      ),
    }),
  },
  { name: 'sorted by a score of all of them', bar: null, body: () => byQuality },
  {
    name: 'sorted by a score, a tag and 30 days',
    bar: null,
    body: (random) => ({ ...byQuality, filter_group: filters(tag(`team-${random.skewed(40)}`), since(30)) }),
  },
]
