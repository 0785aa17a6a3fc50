import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { fieldNamed } from '../filter/fields.ts'
import { type Filters, searchOf } from '../filter/filters.ts'
import type { CountedFacet, MatchingValues } from './facet-values.tsx'
import { countsAllSources, type Facet, isOfScores, type Section, sectionId } from './facets.ts'

const maxValues = 50
/** Maximum number of facets in one call. */
const maxFacets = 30

/** Counts of the open sections, the keys of the metadata, and the names of scores if their section is open. */
export function useFacets(filters: Filters, open: readonly Section[], isEnabled: boolean) {
  const allSourceSections = open.filter((section) => countsAllSources(filters, section))
  // Scores are counted in a separate call, because they are not in ClickHouse, so counting them there is slow.
  const scoreSections = open.filter(isOfScores)
  const otherSections = open.filter(
    (section) => !allSourceSections.includes(section) && !scoreSections.includes(section),
  )
  const facetsQuery = useQuery({
    queryKey: ['request-facets', filters, otherSections.map(sectionId)],
    queryFn: ({ signal }) =>
      readFacets(filters, [...otherSections.map(facetQueryOf), { field: 'metadata_keys' }], signal),
    enabled: isEnabled,
  })
  const allSources = useQuery({
    queryKey: ['request-facets', 'every source', filters, allSourceSections.map(sectionId)],
    queryFn: ({ signal }) =>
      readFacets({ ...filters, everySource: true }, allSourceSections.map(facetQueryOf), signal),
    enabled: isEnabled && allSourceSections.length > 0,
  })
  const scores = useQuery({
    queryKey: ['request-facets', 'scores', filters, scoreSections.map(sectionId)],
    queryFn: ({ signal }) => readFacets(filters, scoreSections.map(facetQueryOf), signal),
    enabled: isEnabled && scoreSections.length > 0,
  })
  const counted = [
    ...(facetsQuery.data?.facets ?? []),
    ...(allSourceSections.length > 0 ? (allSources.data?.facets ?? []) : []),
    ...(scoreSections.length > 0 ? (scores.data?.facets ?? []) : []),
  ]
  const valuesOf = (facetField: Facet['field']) =>
    (counted.find(({ field }) => field === facetField)?.values ?? []).map(({ value }) => value)
  return {
    ...facetsQuery,
    error: facetsQuery.error ?? allSources.error ?? scores.error,
    refetch: () =>
      void Promise.all([
        facetsQuery.refetch(),
        ...[allSources, scores].filter(({ error }) => error).map((query) => query.refetch()),
      ]),
    facetOf: (section: Section) =>
      counted.find(
        ({ field, nested_key }) => field === section.field && nested_key === (section.key ?? null),
      ),
    keys: valuesOf('metadata_keys'),
    scoreNames: valuesOf('score_names'),
  }
}

interface FacetQuery {
  readonly field: Facet['field']
  readonly nested_key?: string
  readonly contains?: string
}

const facetQueryOf = ({ field, key }: Section): FacetQuery => ({
  field,
  ...(key !== undefined && { nested_key: key }),
})

/** Reads any number of facets, in as many calls as they need. */
async function readFacets(filters: Filters, facets: readonly FacetQuery[], signal: AbortSignal) {
  const { q, filter_group } = searchOf(filters, Date.now())
  const search = { ...(q && { q }), ...(filter_group && { filter_group }), limit: maxValues }
  const calls = Array.from({ length: Math.ceil(facets.length / maxFacets) }, (_none, index) => {
    const body = { ...search, facets: facets.slice(index * maxFacets, (index + 1) * maxFacets) }
    return call('readRequestFacets', { body, signal })
  })
  const answers = await Promise.all(calls)
  return { ...answers[0]!, facets: answers.flatMap((answer) => answer.facets) }
}

export const countedFacet = ({ values, ...facet }: Facet): CountedFacet => ({
  ...facet,
  values: values.map(({ requests, ...value }) => ({ ...value, count: requests })),
})

/** Finds the values of a facet that contain a text. */
export async function findValues(
  filters: Filters,
  section: Section,
  text: string,
  signal: AbortSignal,
): Promise<MatchingValues> {
  const searched = countsAllSources(filters, section) ? { ...filters, everySource: true as const } : filters
  const [{ facets }, suggested] = await Promise.all([
    readFacets(searched, [{ ...facetQueryOf(section), contains: text }], signal),
    suggestedValues(section, text, signal),
  ])
  return { counted: countedFacet(facets[0]!).values, suggested }
}

/** All values in the log that begin with a text. */
async function suggestedValues(
  { field, key }: Section,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const source = fieldNamed(field)?.values
  if (source === undefined || field === 'prompt_id' || source === 'score_values') return []
  const query = { field: source as 'tags', prefix, ...(key !== undefined && { metadata_key: key }) }
  return (await call('suggestRequestValues', { query, signal })).values
}
