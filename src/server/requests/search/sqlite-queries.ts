import { sql } from 'kysely'
import type { FacetKind, SearchWord } from '../../../engine/search/index.ts'
import { columnKinds, wholePayload } from '../../db/index.ts'
import { kindNumber } from '../facet-entries.ts'
import { isShortList } from '../facet-list-queries.ts'
import { asRows, beginning, hasPosting, isOneOf, testsOfRows } from './facet-list-queries.ts'
import type { FacetList, SearchDialect, Sql } from './search-dialect-queries.ts'
import { matchOf } from './words-query.ts'

const payload = sql.raw(wholePayload)
const payloadText = (part: 0 | 1) => sql<string>`payload_text(${payload}, ${sql.lit(part)})`

const folded = (value: Sql<string>) => sql<string>`facet_folded(${value})`

const facetsIn = (list: Sql<unknown>) =>
  asRows(sql`json_each(${list}) e`, {
    kind: sql`e.value ->> 0`,
    key: sql`e.value ->> 1`,
    value: sql`e.value ->> 2`,
    folded: folded(sql`e.value ->> 2`),
  })

const isOfColumn = (kind: FacetKind): kind is keyof typeof columnKinds => kind in columnKinds

/** Tags or metadata: from their column, or from a list that has all facets. */
function ownList(kind: keyof typeof columnKinds, request: string): FacetList {
  const isShort = sql.raw(isShortList(request))
  const either = <T>(short: Sql<T>, fullText: Sql<T>) =>
    sql<T>`case when ${isShort} then ${short} else ${fullText} end`
  const { facet } = facetsIn(sql``)
  const value = either(sql<string>`cast(e.value as text)`, facet.value)
  const number = sql<number>`${sql.lit(kindNumber(kind))}`
  return {
    listed: sql`json_each(${either(sql.ref(`${request}.${kind}`), sql.ref(`${request}.facets`))}) e`,
    facet: {
      kind: number,
      key: either(kind === 'tags' ? sql<string>`''` : sql<string>`e.key`, facet.key),
      value,
      folded: folded(value),
    },
    isOfKind: either(sql<boolean>`1`, sql<boolean>`${facet.kind} = ${number}`),
  }
}

const facetsOf: SearchDialect['facetsOf'] = (kinds, request = 'r') => {
  const others = kinds.filter((kind) => !isOfColumn(kind))
  const list = facetsIn(sql.ref(`${request}.facets`))
  return [
    ...kinds.filter(isOfColumn).map((kind) => ownList(kind, request)),
    ...(others.length > 0 ? [{ ...list, isOfKind: isOneOf(list.facet.kind, others) }] : []),
  ]
}

export const sqliteSearch: SearchDialect = {
  holdsText(workspace, { field, at, text }) {
    const fullText = payloadText(field === 'input_text' ? 0 : 1)
    const test = {
      anywhere: sql<boolean>`instr(${fullText}, ${text}) > 0`,
      start: sql<boolean>`substr(${fullText}, 1, length(${text})) = ${text}`,
      end: sql<boolean>`substr(${fullText}, -length(${text})) = ${text}`,
    }[at]
    return sql`exists (select 1 from request_payloads p
      where p.workspace_id = ${workspace} and p.request_id = r.id and ${test})`
  },
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  containsInAnyCase: (text, part) => sql`instr(text_folded(${text}), text_folded(${part})) > 0`,
  facetsOf,
  facetColumns: ['facets', 'tags', 'metadata'],
  ...testsOfRows(facetsOf),
  facetsIn,
  listHas: null,
  beginning,
  hasFacet: hasPosting(sql``),
  // One list of all ids with the words. A subquery for each row would merge the ids of all words with the prefix each
  // time.
  hasWords: (workspace, words) =>
    sql`r.id in (select rowid from request_words where request_words match ${matchOf(workspace, words)})`,
  unjoined: null,
  number: (value) => sql`${value}`,
  descending: sql`desc`,
  joinRequests: (workspace) =>
    sql`cross join requests r on r.workspace_id = ${workspace} and r.id = f.request_id`,
  listOfIds: (ids) => sql`select value as request_id from json_each(${JSON.stringify(ids)})`,
  listOfTexts: (texts) => sql`select value as text from json_each(${JSON.stringify(texts)})`,
  onTime: sql`on_time(r.id)`,
  onTimeOf: (column) => sql`on_time(${column})`,
  facetNumber: (text) => sql`facet_number(${text})`,
  floor: (value) => sql`cast(floor(${value}) as integer)`,
  month: (milliseconds) =>
    sql`(cast(strftime('%Y', (${milliseconds}) / 1000, 'unixepoch') as integer) * 12
      + cast(strftime('%m', (${milliseconds}) / 1000, 'unixepoch') as integer) - 1)`,
  total: (value) => sql`total(${value})`,
  joined: (text) => sql`group_concat(${text}, ',')`,
  byCodePoint: (text) => text,
  countOfWords: (workspace, words, limit) =>
    sql`(select count(*) from (select rowid from request_words where request_words match ${matchOf(workspace, words)} limit ${limit}))`,
  fromWords: (workspace, words) =>
    sql`(select rowid as request_id from request_words where request_words match ${matchOf(workspace, words)}) f`,
}

/** The dialect for pending requests, whose conditions read only columns of the request. */
export const sqliteArrivals: SearchDialect = {
  ...sqliteSearch,
  hasFacet: (_workspace, { kind, key, in: values }) =>
    sqliteSearch.someFacet(
      kind,
      (facet) => sql`${facet.key} = ${key} and ${facet.value} in (${sql.join(values)})`,
    ),
}

/** A condition: the pending request has the words. */
export const arrivalHasWords = (
  words: readonly SearchWord[],
): Sql => sql`exists (select 1 from request_payloads p
  where p.workspace_id = r.workspace_id and p.request_id = r.id
  and payload_has_words(${payload}, ${JSON.stringify(words)}))`
