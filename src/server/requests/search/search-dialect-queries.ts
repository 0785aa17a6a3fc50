import type { RawBuilder } from 'kysely'
import type { FacetKind, Test } from '../../../engine/search/index.ts'
import type { Posting } from './driver.ts'
import type { SearchedWord } from './words-query.ts'

/** A condition or another part of a query about a request called `r`. */
export type Sql<T = boolean> = RawBuilder<T>

/** The parts of a facet in a row's list, where the facet is called `e`. */
export interface ListedFacet {
  readonly kind: Sql<number>
  readonly key: Sql<string>
  readonly value: Sql<string>
  readonly folded: Sql<string>
}

/** Facets of requests in their lists, as rows. The rows may have other kinds too. */
export interface FacetList {
  readonly listed: Sql<unknown>
  readonly facet: ListedFacet
  /** True if the facet has one of the wanted kinds. */
  readonly isOfKind: Sql
}

/** The facets in a row's own list. */
export interface FacetsOfList {
  readonly facet: ListedFacet
  /** Joins the row with each facet. */
  readonly joined: Sql<unknown>
  /** True if a facet passes the test. */
  readonly some: (test: Sql) => Sql
}

export interface SearchDialect {
  /** True if a text of the request has the part. `isAlternative`: other parts of an `or` can accept the request. */
  readonly holdsText: (
    workspace: number,
    test: Extract<Test, { type: 'text' }>,
    isAlternative: boolean,
  ) => Sql
  readonly contains: (text: Sql<string>, part: string) => Sql
  /** True if a text that is not folded contains the part, whatever the case of its letters. */
  readonly containsInAnyCase: (text: Sql<string>, part: string) => Sql
  /** The facets of some kinds of the requests called `request`. A union of all lists has each facet once. */
  readonly facetsOf: (kinds: readonly FacetKind[], request?: string) => readonly FacetList[]
  /** The columns that `facetsOf` reads. */
  readonly facetColumns: readonly ('facets' | 'tags' | 'metadata')[]
  readonly facetsIn: (list: Sql<unknown>) => FacetsOfList
  /** True if a row's own list has one of the facets; null if an index of the database has them. */
  readonly listHas: ((list: Sql<unknown>, posting: Posting) => Sql) | null
  /** True if the request has one of the values. */
  readonly hasFacet: (workspace: number, test: Extract<Test, { type: 'facet' }>) => Sql
  /** True if a facet of the kind passes the test. */
  readonly someFacet: (kind: FacetKind, test: (facet: ListedFacet) => Sql) => Sql
  /** Joins a request with each facet in a list. */
  readonly joinFacets: (list: FacetList) => Sql<unknown>
  /** True if a score of the request passes the test. */
  readonly someScore: (test: (score: { name: Sql<string>; score: Sql<number> }) => Sql) => Sql
  /** The number of a score of the request, as a double; null without one. */
  readonly scoreNumber: (name: string) => Sql<number>
  /** True if a row `g` of `given_scores` for the request passes the test. */
  readonly someGivenScore: (test: Sql) => Sql
  readonly hasWords: (workspace: number, words: readonly SearchedWord[]) => Sql
  /** Keeps the planner from making a join of a test; null if the planner never does. */
  readonly unjoined: ((test: Sql) => Sql) | null
  /** The number with a type that suits comparison with an integer column. */
  readonly number: (value: number) => Sql<number>
  /** The keyword for the order from the largest or newest. */
  readonly descending: Sql<unknown>
  /** Joins requests to an ordered list of ids called `f`, one after the other. */
  readonly joinRequests: (workspace: number) => Sql<unknown>
  /** The ids as rows with the column `request_id`. */
  readonly listOfIds: (ids: readonly number[]) => Sql<unknown>
  /** The texts as rows with `text`. */
  readonly listOfTexts: (texts: readonly string[]) => Sql<unknown>
  /** A condition that stops a query at its deadline, evaluated for each row; null if the engine can stop any query. */
  readonly onTime: Sql | null
  /** As `onTime`, for rows that are no requests, by one of their columns. */
  readonly onTimeOf: ((column: Sql<unknown>) => Sql) | null
  /** The number that a facet's text states; null if it is no number. */
  readonly facetNumber: (text: Sql<string>) => Sql<number>
  /** Rounds down to an integer. */
  readonly floor: (value: Sql<number>) => Sql<number>
  /** Months since the start of year 0, from milliseconds since 1970. */
  readonly month: (milliseconds: Sql<number>) => Sql<number>
  /** The sum as a double, so that it cannot overflow; 0 over no rows. */
  readonly total: (value: Sql<unknown>) => Sql<number>
  /** All texts of a group, separated by commas. */
  readonly joined: (text: Sql<string>) => Sql<string>
  /** The first characters of a text. */
  readonly beginning: (text: Sql<unknown>, characters: number) => Sql<string>
  /** A sort key for the order of code points. */
  readonly byCodePoint: (text: Sql<string>) => Sql<string>
  /** The number of requests with the words, counted up to a limit; null if the planner estimates it. */
  readonly countOfWords:
    | ((workspace: number, words: readonly SearchedWord[], limit: number) => Sql<number>)
    | null
  /** The ids of requests with the words, as a list called `f`; null if the planner chooses the index. */
  readonly fromWords: ((workspace: number, words: readonly SearchedWord[]) => Sql<unknown>) | null
}
