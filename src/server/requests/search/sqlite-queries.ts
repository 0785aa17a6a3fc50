import { sql } from 'kysely'
import type { SearchWord } from '../../../engine/search/index.ts'
import { wholePayload } from '../../db/index.ts'
import { storedFacets } from '../stored-facets.ts'
import { hasPosting, type SearchDialect, type Sql, testsOfRows } from './search-dialect-queries.ts'
import { matchOf } from './words-query.ts'

const payload = sql.raw(wholePayload('p'))
const payloadText = (part: 0 | 1) => sql<string>`payload_text(${payload}, ${sql.lit(part)})`

const facetsIn: SearchDialect['facetsIn'] = (list) => ({
  listed: sql`json_each(${list}) e`,
  facet: {
    kind: sql`e.value ->> 0`,
    key: sql`e.value ->> 1`,
    value: sql`e.value ->> 2`,
    folded: sql`coalesce(e.value ->> 3, e.value ->> 2)`,
  },
})

export const sqliteSearch: SearchDialect = {
  holdsText(field, at, text) {
    const whole = payloadText(field === 'input_text' ? 0 : 1)
    const test = {
      anywhere: sql<boolean>`instr(${whole}, ${text}) > 0`,
      start: sql<boolean>`substr(${whole}, 1, length(${text})) = ${text}`,
      end: sql<boolean>`substr(${whole}, -length(${text})) = ${text}`,
    }[at]
    return sql`exists (select 1 from request_payloads p
      where p.workspace_id = r.workspace_id and p.request_id = r.id and ${test})`
  },
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  facetsOf: facetsIn(sql`r.facets`),
  ...testsOfRows(facetsIn(sql`r.facets`)),
  facetsIn,
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
  hasFacet: (kind, key, values) =>
    sql`(${sql.join(
      values.map((value) => sql`instr(r.facets, ${storedFacets.beginning([kind, key, value])}) > 0`),
      sql` or `,
    )})`,
}

/** A condition: the pending request has the words. */
export const arrivalHasWords = (
  words: readonly SearchWord[],
): Sql => sql`exists (select 1 from request_payloads p
  where p.workspace_id = r.workspace_id and p.request_id = r.id
  and payload_has_words(${payload}, ${JSON.stringify(words)}))`
