import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { type Filters, searchOf } from '../filter/filters.ts'
import { countsAllSources, type Facet, type Section, sectionId } from './facets.ts'

const mostValues = 50

/** Counts of the open sections, and the keys of the metadata. */
export function useFacets(filters: Filters, open: readonly Section[], isEnabled: boolean) {
  const ofAll = open.filter((section) => countsAllSources(filters, section))
  const ofShown = open.filter((section) => !ofAll.includes(section))
  const shown = useQuery({
    queryKey: ['request-facets', filters, ofShown.map(sectionId)],
    queryFn: ({ signal }) => read(filters, [...ofShown.map(askedOf), { field: 'metadata_keys' }], signal),
    enabled: isEnabled,
  })
  const all = useQuery({
    queryKey: ['request-facets', 'every source', filters, ofAll.map(sectionId)],
    queryFn: ({ signal }) => read({ ...filters, everySource: true }, ofAll.map(askedOf), signal),
    enabled: isEnabled && ofAll.length > 0,
  })
  const counted = [...(shown.data?.facets ?? []), ...(ofAll.length > 0 ? (all.data?.facets ?? []) : [])]
  return {
    ...shown,
    of: (section: Section) =>
      counted.find(
        ({ field, nested_key }) => field === section.field && nested_key === (section.key ?? null),
      ),
    keys: counted.find(({ field }) => field === 'metadata_keys')?.values ?? [],
  }
}

interface Asked {
  readonly field: Facet['field']
  readonly nested_key?: string
}

const askedOf = ({ field, key }: Section): Asked => ({ field, ...(key !== undefined && { nested_key: key }) })

function read(filters: Filters, facets: readonly Asked[], signal: AbortSignal) {
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
