import { useState } from 'react'
import { readStored, writeStored } from '../../api/index.ts'
import { Input, Problem, SkeletonRows } from '../../design/index.ts'
import { fieldNamed } from '../filter/fields.ts'
import type { Filters, Search } from '../filter/filters.ts'
import { useSuggestions } from '../filter/use-suggestions.ts'
import { StatusBadge } from '../status-badge.tsx'
import { FacetFrame, FacetSection, FacetValueRow } from './facet-parts.tsx'
import {
  type Facet,
  type FacetValue,
  fixedSections,
  isIncluded,
  metadataSections,
  openAtFirst,
  type Section,
  scoreSections,
  sectionId,
  toggleFacetFilter,
  withFilter,
} from './facets.ts'
import { ScoreRange } from './score-range.tsx'
import { ScoreSort } from './score-sort.tsx'
import { useFacets } from './use-facets.ts'

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Search) => void
  /** False until the rows are loaded, because rows are loaded first. */
  readonly isEnabled: boolean
  readonly onClose: () => void
}

const storage = 'galley.facets.open'
const maxShortList = 6

/** The values of each property in the current search, with counts. A click includes, Alt+click excludes. */
export function FacetPanel({ filters, onChange, isEnabled, onClose }: Props) {
  const [open, setOpen] = useState<readonly string[]>(() => readStored<string[]>(storage) ?? openAtFirst)
  const [keys, setKeys] = useState<readonly string[]>([])
  const [scores, setScores] = useState<readonly string[]>([])
  const sections = [...fixedSections, ...scoreSections(scores, open), ...metadataSections(keys)]
  const facets = useFacets(
    filters,
    sections.filter((section) => open.includes(sectionId(section))),
    isEnabled,
  )
  // Keys and names stay listed if a narrower search has none of them.
  const countedKeys = [...new Set([...facets.keys, ...keys])]
  if (countedKeys.length !== keys.length) setKeys(countedKeys)
  const foundScores = [...new Set([...facets.scoreNames, ...scores])]
  if (foundScores.length !== scores.length) setScores(foundScores)
  const toggle = (id: string) => {
    const next = open.includes(id) ? open.filter((other) => other !== id) : [...open, id]
    writeStored(storage, next)
    setOpen(next)
  }
  const isPartial = sections.some(
    (section) => open.includes(sectionId(section)) && facets.facetOf(section)?.accuracy === 'at_least',
  )
  return (
    <FacetFrame
      isBusy={facets.isFetching}
      onClose={onClose}
      hint={isPartial ? 'A count with + covers the newest requests only.' : undefined}
    >
      {facets.error && <Problem error={facets.error} onRetry={facets.refetch} />}
      {sections.map((section) => {
        const id = sectionId(section)
        const isOpen = open.includes(id)
        return (
          <FacetSection key={id} section={section} isOpen={isOpen} onToggle={() => toggle(id)}>
            {section.field === 'score_values' && <ScoreSort name={section.key!} onSort={onChange} />}
            <Values section={section} facet={facets.facetOf(section)} filters={filters} onChange={onChange} />
          </FacetSection>
        )
      })}
    </FacetFrame>
  )
}

interface ValuesProps {
  readonly section: Section
  readonly facet: Facet | undefined
  readonly filters: Filters
  readonly onChange: (change: Search) => void
}

function Values({ section, facet, filters, onChange }: ValuesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [typed, setTyped] = useState('')
  const field = fieldNamed(section.field)
  const suggestions = useSuggestions({
    field: typed === '' ? undefined : field,
    key: section.key,
    part: 'values',
    prefix: typed,
  })
  if (!facet) return <SkeletonRows rows={2} height="h-6" />
  if (facet.accuracy === 'too_slow')
    return (
      <p className="px-4 pb-1.5 text-small text-ink-faint">
        Not counted: it took too long. Choose a shorter time range.
      </p>
    )
  if (facet.values.length === 0 && section.field === 'score_values')
    return <ScoreRange name={section.key!} onAdd={(filter) => onChange(withFilter(filters, filter))} />
  if (facet.values.length === 0) return <p className="px-4 pb-1.5 text-small text-ink-faint">No values</p>
  const matches = ({ value, label }: Pick<FacetValue, 'value' | 'label'>) =>
    (label ?? value).toLowerCase().includes(typed.toLowerCase())
  const matching = facet.values.filter(matches)
  const visibleValues = showsAll || typed !== '' ? matching : facet.values.slice(0, maxShortList)
  // Finds values that were not counted: the index searches them by prefix.
  const suggestedValues =
    section.field === 'prompt_id'
      ? []
      : suggestions
          .filter((value) => !facet.values.some((item) => item.value === value))
          .slice(0, maxShortList)
  const maxRequests = Math.max(...facet.values.map(({ requests }) => requests))
  return (
    <>
      {facet.values.length > maxShortList && (
        <Input
          aria-label={`Find ${section.name}`}
          placeholder="Find a value"
          className="mx-4 mb-1 h-6 w-[calc(100%-2rem)] text-small"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            const first = visibleValues[0]?.value ?? suggestedValues[0]
            if (event.key !== 'Enter' || first === undefined || typed === '') return
            onChange(toggleFacetFilter(filters, section, first, event.altKey))
            setTyped('')
          }}
        />
      )}
      <ul>
        {visibleValues.map((visibleValue) => (
          <FacetValueRow
            key={visibleValue.value}
            name={visibleValue.label ?? visibleValue.value}
            value={visibleValue.value}
            icon={section.field === 'status' && <StatusBadge status={visibleValue.value as 'SUCCESS'} />}
            count={visibleValue.requests}
            share={visibleValue.requests / maxRequests}
            isAtLeast={facet.accuracy === 'at_least'}
            isOn={isIncluded(filters, section, visibleValue.value)}
            onToggle={(excludes) =>
              onChange(toggleFacetFilter(filters, section, visibleValue.value, excludes))
            }
          />
        ))}
        {suggestedValues.map((value) => (
          <li key={value}>
            <button
              type="button"
              className="flex h-6 w-full items-center px-4 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              onClick={({ altKey }) => {
                onChange(toggleFacetFilter(filters, section, value, altKey))
                setTyped('')
              }}
            >
              <bdi className="truncate">{value}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {typed !== '' && visibleValues.length + suggestedValues.length === 0 && (
        <p className="px-4 pb-1.5 text-small text-ink-faint">No values</p>
      )}
      {typed === '' && facet.values.length > maxShortList && (
        <button
          type="button"
          className="h-6 px-4 text-small text-accent-ink hover:underline"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `${facet.values.length - maxShortList}${facet.has_more ? '+' : ''} more`}
        </button>
      )}
    </>
  )
}
