import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type Answer, call, readStored, writeStored } from '../../api/index.ts'
import { Problem } from '../../design/index.ts'
import { FacetFrame, FacetSection, FacetValues, ScoreSort } from '../../requests/index.ts'
import {
  bodyOf,
  isIncluded,
  type TraceFilter,
  type TraceFilters,
  type TraceSection,
  toggleTraceFilter,
} from './trace-search.ts'

type Facet = Answer<'readTraceFacets'>['facets'][number]

export interface TraceFacetsProps {
  readonly search: TraceFilters
  readonly onChange: (change: TraceFilters) => void
  /** A condition that the counted traces must meet besides the search. */
  readonly condition?: TraceFilter
  /** Puts the list in the order of a score. */
  readonly onSortScore?: ComponentProps<typeof ScoreSort>['onSort']
  /** False until the rows are loaded, because rows are loaded first. */
  readonly isEnabled: boolean
  readonly onClose: () => void
}

const storage = 'galley.trace-facets.open'
const maxValues = 50

const fixedSections: readonly TraceSection[] = [
  { field: 'trace_status', name: 'Status' },
  { field: 'trace_name', name: 'Name' },
  { field: 'trace_models_used', name: 'Model' },
  { field: 'trace_tool_names', name: 'Tool' },
  { field: 'trace_user_id', name: 'User' },
  { field: 'trace_session_id', name: 'Session' },
  { field: 'span_name', name: 'Span' },
  { field: 'tags', name: 'Tag' },
  { field: 'score_names', name: 'Score' },
]
const openAtFirst = ['trace_status', 'trace_name', 'trace_models_used', 'trace_tool_names', 'trace_user_id']
/** Metadata keys that are left out of the metadata, because they have sections of their own. */
const ownSections = new Set(['user_id', 'conversation_id', 'session_id'])

const scorePrefix = 'score.'

const idOf = ({ field, key }: TraceSection): string =>
  key === undefined ? field : `${field === 'score_values' ? scorePrefix : 'metadata.'}${key}`

/** The values of each property under the current search, with counts. A click includes a value, Alt + click excludes it. */
export function TraceFacets({
  search,
  onChange,
  condition,
  onSortScore,
  isEnabled,
  onClose,
}: TraceFacetsProps) {
  const [open, setOpen] = useState<readonly string[]>(() => readStored<string[]>(storage) ?? openAtFirst)
  const [keys, setKeys] = useState<readonly string[]>([])
  const [scores, setScores] = useState<readonly string[]>(() =>
    open.filter((id) => id.startsWith(scorePrefix)).map((id) => id.slice(scorePrefix.length)),
  )
  const { find, range, from, to } = search
  const counted = {
    find,
    range,
    from,
    to,
    filters: [...(search.filters ?? []), ...(condition ? [condition] : [])],
  }
  const sections: readonly TraceSection[] = [
    ...fixedSections,
    ...scores.map((key) => ({ field: 'score_values', key, name: `Score ${key}` })),
    ...keys.map((key) => ({ field: 'metadata', key, name: key })),
  ]
  const openSections = sections.filter((section) => open.includes(idOf(section)))
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['trace-facets', counted, openSections.map(idOf)],
    queryFn: ({ signal }) =>
      call('readTraceFacets', {
        body: {
          ...bodyOf(counted, Date.now()),
          facets: [...openSections.map(specOf), { field: 'metadata_keys' as const }].slice(0, 30),
          limit: maxValues,
        },
        signal,
      }),
    enabled: isEnabled,
  })
  const facetOf = ({ field, key }: TraceSection) =>
    data?.facets.find((facet) => facet.field === field && facet.nested_key === (key ?? null))
  const valuesOf = (facetField: Facet['field']) =>
    (data?.facets.find(({ field }) => field === facetField)?.values ?? []).map(({ value }) => value)
  // Keys and names stay listed if a narrower search has none of them.
  const countedKeys = [
    ...new Set([...valuesOf('metadata_keys').filter((key) => !ownSections.has(key)), ...keys]),
  ]
  if (countedKeys.length !== keys.length) setKeys(countedKeys)
  const foundScores = [...new Set([...valuesOf('score_names'), ...scores])]
  if (foundScores.length !== scores.length) setScores(foundScores)
  const toggle = (id: string) => {
    const next = open.includes(id) ? open.filter((other) => other !== id) : [...open, id]
    writeStored(storage, next)
    setOpen(next)
  }
  return (
    <FacetFrame
      isBusy={isFetching}
      counted={condition && 'traces'}
      onClose={onClose}
      hint={data && !data.traces_are_exact ? 'A count with + covers only the newest traces.' : undefined}
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {sections.map((section) => (
        <FacetSection
          key={idOf(section)}
          section={section}
          isOpen={open.includes(idOf(section))}
          onToggle={() => toggle(idOf(section))}
        >
          {section.field === 'score_values' && onSortScore && (
            <ScoreSort name={section.key!} onSort={onSortScore} />
          )}
          <Values
            section={section}
            facet={facetOf(section)}
            counted={counted}
            search={search}
            onChange={onChange}
          />
        </FacetSection>
      ))}
    </FacetFrame>
  )
}

interface ValuesProps extends Pick<TraceFacetsProps, 'search' | 'onChange'> {
  readonly section: TraceSection
  readonly facet: Facet | undefined
  /** The search whose traces are counted. */
  readonly counted: TraceFilters
}

const Values = ({ section, facet, counted, search, onChange }: ValuesProps) => (
  <FacetValues
    name={section.name}
    facet={facet && countedFacet(facet)}
    queryKey={['trace-facets', counted, idOf(section)]}
    find={(text, signal) => findValues(counted, section, text, signal)}
    isOn={(value) => isIncluded(search, section, value)}
    onToggle={(value, excludes) => onChange(toggleTraceFilter(search, section, value, excludes))}
  />
)

const countedFacet = ({ field, values, ...facet }: Facet) => ({
  ...facet,
  values: values.map(({ value, traces }) => ({
    value,
    label: field === 'trace_status' ? statusNames[value] : undefined,
    count: traces,
  })),
})

const specOf = ({ field, key }: TraceSection) => ({
  field: field as Facet['field'],
  ...(key !== undefined && { nested_key: key }),
})

/** Finds the values of a facet that contain a text. */
async function findValues(counted: TraceFilters, section: TraceSection, text: string, signal: AbortSignal) {
  const facets = [{ ...specOf(section), contains: text }]
  const [found, suggested] = await Promise.all([
    call('readTraceFacets', { body: { ...bodyOf(counted, Date.now()), facets, limit: maxValues }, signal }),
    suggestedValues(section, text, signal),
  ])
  return { counted: countedFacet(found.facets[0]!).values, suggested }
}

/** All values of traces that begin with a text. */
async function suggestedValues(
  section: TraceSection,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (section.field.startsWith('score')) return []
  const query = { ...specOf(section), field: section.field as 'tags', prefix }
  return (await call('suggestTraceValues', { query, signal })).values
}

const statusNames: Readonly<Record<string, string>> = { ERROR: 'Error', OK: 'OK', UNSET: 'No status' }
