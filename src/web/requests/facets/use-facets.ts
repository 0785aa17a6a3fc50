import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { type Filters, searchOf } from '../filter/filters.ts'
import { countsAllSources, type Facet, isOfScores, type Section, sectionId } from './facets.ts'

const mostValues = 50
/** Most facets of one call. */
const mostFacets = 30

/** Counts of the open sections, the keys of the metadata, and the names of scores if their section is open. */
export function useFacets(filters: Filters, open: readonly Section[], isEnabled: boolean) {
  const ofAll = open.filter((section) => countsAllSources(filters, section))
  // Scores are counted in a call of their own. If the log is in ClickHouse, the server counts them in another
  // storage.
  const ofScores = open.filter(isOfScores)
  const ofShown = open.filter((section) => !ofAll.includes(section) && !ofScores.includes(section))
  const facetsQuery = useQuery({
    queryKey: ['request-facets', filters, ofShown.map(sectionId)],
    queryFn: ({ signal }) =>
      read(filters, [...ofShown.map(facetQueryOf), { field: 'metadata_keys' }], signal),
    enabled: isEnabled,
  })
  const all = useQuery({
    queryKey: ['request-facets', 'every source', filters, ofAll.map(sectionId)],
    queryFn: ({ signal }) => read({ ...filters, everySource: true }, ofAll.map(facetQueryOf), signal),
    enabled: isEnabled && ofAll.length > 0,
  })
  const scores = useQuery({
    queryKey: ['request-facets', 'scores', filters, ofScores.map(sectionId)],
    queryFn: ({ signal }) => read(filters, ofScores.slice(0, mostFacets).map(facetQueryOf), signal),
    enabled: isEnabled && ofScores.length > 0,
  })
  const counted = [
    ...(facetsQuery.data?.facets ?? []),
    ...(ofAll.length > 0 ? (all.data?.facets ?? []) : []),
    ...(ofScores.length > 0 ? (scores.data?.facets ?? []) : []),
  ]
  const valuesOf = (facetField: Facet['field']) =>
    (counted.find(({ field }) => field === facetField)?.values ?? []).map(({ value }) => value)
  return {
    ...facetsQuery,
    error: facetsQuery.error ?? scores.error,
    refetch: () => void Promise.all([facetsQuery.refetch(), ...(scores.error ? [scores.refetch()] : [])]),
    of: (section: Section) =>
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
}

const facetQueryOf = ({ field, key }: Section): FacetQuery => ({
  field,
  ...(key !== undefined && { nested_key: key }),
})

function read(filters: Filters, facets: readonly FacetQuery[], signal: AbortSignal) {
  const { q, filter_group } = searchOf(filters, Date.now())
  return call('readRequestFacets', {
    body: {
      ...(q && { q }),
      ...(filter_group && { filter_group }),
      facets: [...facets],
      limit: mostValues,
    },
    signal,
  })
}
