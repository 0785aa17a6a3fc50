import { sql } from 'kysely'
import { facetNumberPattern } from '../../../engine/search/index.ts'
import { kindNumber } from '../facet-entries.ts'
import { isOneOf } from './facet-list-queries.ts'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'
import type { SearchedWord } from './words-query.ts'

/** One part of a stored facet, which is kind, key and value, separated by NUL. */
const part = (index: 1 | 2 | 3): Sql<string> => sql`splitByChar('\\0', e)[${sql.lit(index)}]`

const facet = {
  kind: sql<number>`toUInt8(${part(1)})`,
  key: part(2),
  value: part(3),
  folded: sql<string>`if(folded_value = '', ${part(3)}, folded_value)`,
}

/** `has` can use the index, `hasAny` cannot. */
const hasOneOf = (list: Sql<unknown>, texts: readonly string[]): Sql =>
  texts.length === 0
    ? sql`1 = 0`
    : sql`(${sql.join(
        texts.map((text) => sql`has(${list}, ${text})`),
        sql` or `,
      )})`

/** Facets as they are stored. */
const facetTexts = (kind: number, key: string, values: readonly string[]): string[] =>
  values.map((value) => [kind, key, value].join('\0'))

const hasWord = ({ text, terms }: SearchedWord): Sql =>
  terms === null
    ? sql`arrayExists(word -> startsWith(word, ${text}), r.words)`
    : hasOneOf(sql`r.words`, terms)

/** Smaller numbers are no times: this is 2001 in milliseconds since 1970. */
const firstTime = 1e12

const unsupported = (): never => {
  throw new Error('ClickHouse joins no lists of facets or ids.')
}

/** Searches in the copy of the log. They always walk the table of requests. */
export const clickhouseSearch: SearchDialect = {
  holdsText(_workspace, { field, at, text }) {
    const column = sql.ref<string>(`r.${field}`)
    if (at === 'anywhere') return sql`position(${column}, ${text}) > 0`
    return at === 'start' ? sql`startsWith(${column}, ${text})` : sql`endsWith(${column}, ${text})`
  },
  contains: (text, needle) => sql`position(${text}, ${needle}) > 0`,
  containsInAnyCase: (text, part) => sql`positionCaseInsensitiveUTF8(${text}, ${part}) > 0`,
  facetsOf: (kinds) => [{ listed: sql`r.facets`, facet, isOfKind: isOneOf(facet.kind, kinds) }],
  facetColumns: ['facets'],
  facetsIn: (list) => ({
    facet,
    joined: sql`array join ${list} as e`,
    some: (test) => sql`arrayExists(e -> ${test}, ${list})`,
  }),
  listHas: (list, { kind, key, values }) => hasOneOf(list, facetTexts(kind, key, values)),
  someFacet: (kind, test) =>
    sql`arrayExists((e, folded_value) -> ${isOneOf(facet.kind, [kind])} and ${test(facet)}, r.facets, r.folded)`,
  joinFacets: () => sql`array join r.facets as e`,
  someScore: (test) =>
    sql`arrayExists((score_name, score_value) -> ${test({
      name: sql.ref('score_name'),
      score: sql.ref('score_value'),
    })}, mapKeys(r.scores), mapValues(r.scores))`,
  scoreNumber: (name) => sql`toFloat64(r.scores[${name}])`,
  // ClickHouse has no given scores. If the workspace has some, the database answers the search.
  someGivenScore: () => sql`1 = 0`,
  hasFacet: (_workspace, { kind, key, in: values }) =>
    hasOneOf(sql`r.facets`, facetTexts(kindNumber(kind), key, values)),
  hasWords: (_workspace, words) => sql.join(words.map(hasWord), sql` and `),
  unjoined: null,
  // Times are Float64, and the primary key compares them only with literals of that type. All other numbers are smaller
  // than times.
  number: (value) => (Number.isInteger(value) && value >= firstTime ? sql.raw(`${value}.0`) : sql`${value}`),
  // `desc` puts NaN last. Without `nulls first` all rows would be read and sorted, because a Float64 may be NaN.
  descending: sql`desc nulls first`,
  joinRequests: unsupported,
  listOfIds: unsupported,
  listOfTexts: unsupported,
  onTime: null,
  onTimeOf: null,
  facetNumber: (text) => sql`if(match(${text}, ${facetNumberPattern}), toFloat64OrNull(${text}), null)`,
  floor: (value) => sql`toInt64(floor(${value}))`,
  month: (milliseconds) =>
    sql`(toYear(toDateTime64((${milliseconds}) / 1000, 0, 'UTC')) * 12
      + toMonth(toDateTime64((${milliseconds}) / 1000, 0, 'UTC')) - 1)`,
  total: (value) => sql`coalesce(sum(toFloat64(${value})), 0)`,
  joined: (text) => sql`arrayStringConcat(groupArray(${text}), ',')`,
  beginning: (text, characters) => sql`substringUTF8(${text}, 1, ${sql.lit(characters)})`,
  byCodePoint: (text) => text,
  countOfWords: null,
  fromWords: null,
}
