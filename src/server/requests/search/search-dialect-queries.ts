import { type RawBuilder, sql } from 'kysely'
import type { Place, TextField } from '../../../engine/search/index.ts'
import type { SoughtWord } from './words-query.ts'

/** A condition, or a piece of a query. The request is called `r` in it. */
export type Sql<T = boolean> = RawBuilder<T>

/** The parts of a facet in the row's own list of them, called `e`. */
export interface ListedFacet {
  readonly kind: Sql<number>
  readonly key: Sql<string>
  readonly value: Sql<string>
  readonly folded: Sql<string>
}

export interface SearchDialect {
  readonly holdsText: (field: TextField, at: Place, text: string) => Sql
  readonly contains: (text: Sql<string>, part: string) => Sql
  /** The facets that a row lists, as rows of their own. */
  readonly facetsOf: { readonly listed: Sql<unknown>; readonly facet: ListedFacet }
  /** Whether the request has one of the values. */
  readonly hasFacet: (kind: number, key: string, values: readonly string[]) => Sql
  readonly hasWords: (workspace: number, words: readonly SoughtWord[]) => Sql
  /** The same test, which the planner may not turn into a join; null where it never does. */
  readonly apart: ((test: Sql) => Sql) | null
  /** `value` compared with a column of whole numbers. */
  readonly number: (value: number) => Sql<number>
  /** The requests of an ordered list of ids called `f`, one after the other. */
  readonly joinRequests: (workspace: number) => Sql<unknown>
  /** Looked at for each row, so that a query can be stopped; null where the engine can stop any. */
  readonly onTime: Sql | null
  /** The same for rows that are no requests, by one of their columns. */
  readonly onTimeOf: ((column: Sql<unknown>) => Sql) | null
  /** The number that the text of a facet is, or null. */
  readonly facetNumber: (text: Sql<string>) => Sql<number>
  /** As a whole number. */
  readonly floor: (value: Sql<number>) => Sql<number>
  /** Months since the beginning of year 0, of milliseconds since 1970. */
  readonly month: (milliseconds: Sql<number>) => Sql<number>
  /** As a double, and 0 of nothing: no sum is too large for it. */
  readonly total: (value: Sql<unknown>) => Sql<number>
  /** All texts of a group, with commas between. */
  readonly joined: (text: Sql<string>) => Sql<string>
  /** Texts in the order of their code points. */
  readonly byCodePoint: (text: Sql<string>) => Sql<string>
  /** How many requests have the words, counted up to a limit; null where the engine's planner knows. */
  readonly countOfWords:
    | ((workspace: number, words: readonly SoughtWord[], limit: number) => Sql<number>)
    | null
  /** The list of ids that have the words, called `f`. */
  readonly fromWords: ((workspace: number, words: readonly SoughtWord[]) => Sql<unknown>) | null
}

/** By the index of facets: `rest` is what else holds for its rows `x`, or a fence at the end. */
export const isPosted =
  (rest: Sql<unknown>) =>
  (kind: number, key: string, values: readonly string[]): Sql =>
    sql`exists (select 1 from request_facets x where x.workspace_id = r.workspace_id
      and x.kind = ${kind} and x.key = ${key} and x.value in (${sql.join(values)})
      and x.started_at = r.started_at and x.request_id = r.id ${rest})`

/** Whether one of the facets that the row lists is so: for what no index answers. */
export function someFacet(dialect: Pick<SearchDialect, 'facetsOf'>, test: (facet: ListedFacet) => Sql): Sql {
  const { listed, facet } = dialect.facetsOf
  return sql`exists (select 1 from ${listed} where ${test(facet)})`
}
