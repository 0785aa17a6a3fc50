import { sql } from 'kysely'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'

/** The category or text, or yes or no, of the given score with this alias; null for a number. */
export const scoreText = (score: string): Sql<string> => {
  const [type, number, text] = ['type', 'number', 'text'].map((column) => sql.ref(`${score}.${column}`))
  return sql`(case when ${type} <> 'boolean' then ${text} when ${number} = 1 then 'yes' else 'no' end)`
}

/** True if the text, category or comment of the given score `g` contains a text. A null name stands for any score. */
export function scoreContains(
  { containsInAnyCase, onTimeOf }: Pick<SearchDialect, 'containsInAnyCase' | 'onTimeOf'>,
  { name, text }: { readonly name: string | null; readonly text: string },
): Sql {
  const isNamed = name === null ? sql`1 = 1` : sql`g.name = ${name}`
  const [inText, inComment] = ['g.text', 'g.comment'].map((column) => {
    const value = sql.ref<string>(column)
    return sql`(${value} is not null and ${containsInAnyCase(value, text)})`
  })
  // First, because a search for a rare text reads all scores of the workspace.
  const isOnTime = onTimeOf ? sql`${onTimeOf(sql.ref('g.subject_id'))} = 1` : sql`1 = 1`
  return sql`${isOnTime} and ${isNamed} and (${inText} or ${inComment})`
}

/** The given scores `g` of request `r`, found by the primary key. */
export const givenScores = sql`given_scores g where g.workspace_id = r.workspace_id and g.subject_type = 'request'
      and g.subject_id = cast(r.id as text) and g.trace_id = ''`

/** The number of a score of request `r`, in dialects where scores are rows. */
export const scoreNumber = (name: string): Sql<number> =>
  sql`coalesce((select cast(s.score as double precision) from request_scores s
      where s.workspace_id = r.workspace_id and s.request_id = r.id and s.name = ${name}),
    (select avg(g.number) from ${givenScores} and g.name = ${name}))`
