import { sql } from 'kysely'
import type { Test } from '../../../engine/search/index.ts'
import { rangeOf } from './condition-queries.ts'
import { scoreContains } from './score-value-queries.ts'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'

type TestOf<Type extends Test['type']> = Extract<Test, { type: Type }>

/** A test of scores whose requests or traces can be listed: by an index of scores by value, or by reading all scores. */
export type ListedScore = TestOf<'score_text' | 'score_words'> | (TestOf<'score'> & { readonly name: string })

/** The indexes begin with the name, so a test without a name cannot use them. */
export const isListedScore = (test: {
  readonly type: string
  readonly name?: unknown
}): test is ListedScore =>
  test.type === 'score_text' || test.type === 'score_words' || (test.type === 'score' && test.name !== null)

/** The number of characters of a text that the indexes have. */
const indexedLength = sql.lit(100)
const indexedText = sql<string>`substr(g.text, 1, ${indexedLength})`

/** The conditions of the two indexes of given scores, written as the indexes have them. */
const indexConditions = {
  requests: {
    where: sql<boolean>`g.subject_type = 'request'`,
    id: sql<number>`cast(g.subject_id as bigint) as request_id`,
  },
  traces: { where: sql<boolean>`g.trace_id <> ''`, id: sql<string>`g.trace_id` },
} as const

/**
 * SQL for the ids of requests or traces that may pass the test, some more than once. An index has only the beginning of
 * a long text, so the rest must be tested.
 */
export function givenPosting(
  dialect: SearchDialect,
  workspace: number,
  test: ListedScore,
  subject: keyof typeof indexConditions,
): Sql<unknown> {
  const { where, id } = indexConditions[subject]
  const givenScores = sql`given_scores g where g.workspace_id = ${workspace}`
  if (test.type === 'score_words') {
    const contains = scoreContains(dialect, test)
    const own = sql`select ${id} from ${givenScores} and ${where} and ${contains}`
    return subject === 'requests'
      ? own
      : sql`${own} union all select t.trace_id from (select g.subject_id from ${givenScores} and g.subject_type = 'session'
          and ${contains}) s join traces t on t.workspace_id = ${workspace} and t.session_id = s.subject_id`
  }
  // One select for each list of the index, because SQLite would read the whole workspace for an `or`.
  const lists = listsOf(dialect, test).map(
    (list) => sql`select ${id} from ${givenScores} and ${where} and g.name = ${test.name} and ${list}`,
  )
  return sql.join(lists, sql` union all `)
}

function listsOf(dialect: SearchDialect, test: Exclude<ListedScore, { type: 'score_words' }>): Sql[] {
  if (test.type === 'score')
    return [
      test.range === null
        ? sql`1 = 1`
        : sql`${indexedText} is null and ${rangeOf(dialect, sql`g.number`, test.range)}`,
    ]
  const texts = test.in.map((text) => sql`substr(cast(${text} as text), 1, ${indexedLength})`)
  const answers = test.in.flatMap((text) =>
    text === 'yes' ? [sql.lit(1)] : text === 'no' ? [sql.lit(0)] : [],
  )
  const isText = sql<boolean>`${indexedText} in (${sql.join(texts)})`
  return answers.length === 0
    ? [isText]
    : [isText, sql`${indexedText} is null and g.number in (${sql.join(answers)})`]
}

/** SQL for the ids of requests that may pass one of the tests, some more than once. */
export const scoredRequests = (
  dialect: SearchDialect,
  workspace: number,
  tests: readonly ListedScore[],
): Sql<unknown> =>
  tests.length === 0
    ? sql`select 0 as request_id where 1 = 0`
    : sql.join(
        tests.map((test) => scoredBy(dialect, workspace, test)),
        sql` union all `,
      )

function scoredBy(dialect: SearchDialect, workspace: number, test: ListedScore): Sql<unknown> {
  const givenScores = givenPosting(dialect, workspace, test, 'requests')
  if (test.type !== 'score') return givenScores
  const range = test.range === null ? sql`1 = 1` : rangeOf(dialect, sql`s.score`, test.range)
  return sql`select s.request_id from request_scores s where s.workspace_id = ${workspace}
    and s.name = ${test.name} and ${range} union all ${givenScores}`
}

/** SQL for the number of scores that may pass the tests, counted up to a limit. */
export const countOfScores = (
  dialect: SearchDialect,
  workspace: number,
  tests: readonly ListedScore[],
  limit: number,
): Sql<number> =>
  sql`(select count(*) from (${scoredRequests(dialect, workspace, tests)} limit ${limit}) counted)`

/** The names of scores of requests. Each name is found by one step along the indexes. */
export function scoreNamesQuery(workspace: number, limit: number): Sql<{ readonly name: string }> {
  const first = (table: Sql<unknown>, after: Sql) =>
    sql`(select min(name) from ${table} where workspace_id = ${workspace} and ${after})`
  const names = (list: Sql<unknown>, table: Sql<unknown>, where: Sql) => sql`${list} (name) as (
      select ${first(table, where)}
      union all
      select (select min(t.name) from ${table} t where t.workspace_id = ${workspace} and t.name > l.name
        and ${where}) from ${list} l where l.name is not null)`
  const ofRequests = sql<boolean>`subject_type = 'request'`
  return sql<{ readonly name: string }>`with recursive
    ${names(sql`rated`, sql`request_scores`, sql`1 = 1`)}, ${names(sql`given`, sql`given_scores`, ofRequests)}
    select name from (select name from (select name from rated limit ${limit + 1}) one
      union select name from (select name from given limit ${limit + 1}) other) names
    where name is not null limit ${limit}`
}
