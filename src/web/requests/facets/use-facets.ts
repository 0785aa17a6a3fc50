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
  const ofAllSources = open.filter((section) => countsAllSources(filters, section))
  const ofMetadata = open.filter(({ field }) => field === 'metadata')
  // Scores are counted in a separate call, because they are not in ClickHouse, so counting them there is slow.
  const ofScores = open.filter(isOfScores)
  const ofFields = open.filter((section) => ![...ofAllSources, ...ofMetadata, ...ofScores].includes(section))
  const everySource = { ...filters, everySource: true as const }
  const queries = [
    useCounts('fields', filters, ofFields, isEnabled, [{ field: 'metadata_keys' }]),
    useCounts('every source', everySource, ofAllSources, isEnabled),
    // The keys are known after the first count, which would be repeated for them.
    useCounts('metadata', filters, ofMetadata, isEnabled),
    useCounts('scores', filters, ofScores, isEnabled),
  ]
  const counted = queries.flatMap(({ facets }) => facets)
  const valuesOf = (facetField: Facet['field']) =>
    (counted.find(({ field }) => field === facetField)?.values ?? []).map(({ value }) => value)
  return {
    isFetching: queries.some(({ isFetching }) => isFetching),
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(queries.filter(({ error }) => error).map((query) => query.refetch())),
    facetOf: (section: Section) =>
      counted.find(
        ({ field, nested_key }) => field === section.field && nested_key === (section.key ?? null),
      ),
    keys: valuesOf('metadata_keys'),
    scoreNames: valuesOf('score_names'),
  }
}

/** Counts of some sections. `more` are facets without a section. */
function useCounts(
  name: string,
  filters: Filters,
  sections: readonly Section[],
  isEnabled: boolean,
  more: readonly FacetQuery[] = [],
) {
  const queried = [...sections.map(facetQueryOf), ...more]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['request-facets', name, filters, sections.map(sectionId)],
    queryFn: ({ signal }) => readFacets(filters, queried, signal),
    enabled: isEnabled && queried.length > 0,
  })
  return { facets: queried.length > 0 ? (data?.facets ?? []) : [], error, isFetching, refetch }
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
