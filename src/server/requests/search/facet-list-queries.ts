import { sql } from 'kysely'
import type { FacetKind } from '../../../engine/search/index.ts'
import { kindNumber } from '../facet-entries.ts'
import { givenScores, scoreNumber } from './score-value-queries.ts'
import type { FacetList, FacetsOfList, ListedFacet, SearchDialect, Sql } from './search-dialect-queries.ts'

export const listOfKind = (
  facetsOf: SearchDialect['facetsOf'],
  kind: FacetKind,
  request?: string,
): FacetList => facetsOf([kind], request)[0]!

export const isOneOf = (kind: Sql<number>, kinds: readonly FacetKind[]): Sql =>
  kinds.length === 1
    ? sql`${kind} = ${sql.lit(kindNumber(kinds[0]!))}`
    : sql`${kind} in (${sql.join(kinds.map((each) => sql.lit(kindNumber(each))))})`

/** The columns that `facetsOf` reads, of the requests `r`. */
export const facetColumnsOf = ({ facetColumns }: Pick<SearchDialect, 'facetColumns'>): Sql<unknown> =>
  sql.join(facetColumns.map((column) => sql.ref(`r.${column}`)))

/**
 * A test by the facet index. `rest` adds conditions on the index row `x`, or an optimisation fence. The workspace is a
 * value: with `r.workspace_id`, PostgreSQL reads the facets of all workspaces for a test within an `or`.
 */
export const hasPosting =
  (rest: Sql<unknown>): SearchDialect['hasFacet'] =>
  (workspace, { kind, key, in: values }) =>
    sql`exists (select 1 from request_facets x where x.workspace_id = ${workspace}
      and x.kind = ${kindNumber(kind)} and x.key = ${key} and x.value in (${sql.join(values)})
      and x.started_at = r.started_at and x.request_id = r.id ${rest})`

/** Tests of lists whose items are rows. `fence` keeps the planner from turning the lookup into a list of all scores. */
export const testsOfRows = (
  facetsOf: SearchDialect['facetsOf'],
  fence: Sql<unknown> = sql``,
): Pick<SearchDialect, 'someFacet' | 'joinFacets' | 'someScore' | 'someGivenScore' | 'scoreNumber'> => ({
  someFacet: (kind, test) => {
    const { listed, facet, isOfKind } = listOfKind(facetsOf, kind)
    return sql`exists (select 1 from ${listed} where ${isOfKind} and ${test(facet)})`
  },
  joinFacets: ({ listed }) => sql`cross join ${listed}`,
  // If `request_scores` has the name, its number takes precedence over those in `given_scores`.
  someScore: (test) => sql`(exists (select 1 from request_scores s where s.workspace_id = r.workspace_id
    and s.request_id = r.id and ${test({ name: sql.ref('s.name'), score: sql.ref('s.score') })} ${fence})
    or exists (select 1 from ${givenScores}
      and ${test({ name: sql.ref('g.name'), score: sql.ref('g.number') })}
      and not exists (select 1 from request_scores s where s.workspace_id = r.workspace_id
        and s.request_id = r.id and s.name = g.name) ${fence}))`,
  scoreNumber,
  someGivenScore: (test) => sql`exists (select 1 from ${givenScores} and ${test} ${fence})`,
})

/** The facets of a list whose items are rows. */
export const asRows = (
  listed: Sql<unknown>,
  facet: ListedFacet,
): FacetsOfList & { readonly listed: Sql<unknown> } => ({
  listed,
  facet,
  joined: sql`cross join ${listed}`,
  some: (test) => sql`exists (select 1 from ${listed} where ${test})`,
})

/** The first characters of a text, where texts are measured in characters. */
export const beginning = (text: Sql<unknown>, characters: number): Sql<string> =>
  sql`substr(${text}, 1, ${sql.lit(characters)})`
