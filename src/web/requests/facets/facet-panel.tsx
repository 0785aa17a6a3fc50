import { useState } from 'react'
import { readStored, writeStored } from '../../api/index.ts'
import { Problem } from '../../design/index.ts'
import type { Filters, Search } from '../filter/filters.ts'
import { StatusBadge } from '../status-badge.tsx'
import { FacetFrame, FacetSection } from './facet-parts.tsx'
import { FacetValues } from './facet-values.tsx'
import {
  type Facet,
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
import { countedFacet, findValues, useFacets } from './use-facets.ts'

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Search) => void
  /** False until the rows are loaded, because rows are loaded first. */
  readonly isEnabled: boolean
  readonly onClose: () => void
}

const storage = 'galley.facets.open'

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

const Values = ({ section, facet, filters, onChange }: ValuesProps) => (
  <FacetValues
    name={section.name}
    facet={facet && countedFacet(facet)}
    queryKey={['request-facets', filters, sectionId(section)]}
    find={(text, signal) => findValues(filters, section, text, signal)}
    isOn={(value) => isIncluded(filters, section, value)}
    onToggle={(value, excludes) => onChange(toggleFacetFilter(filters, section, value, excludes))}
    iconOf={(value) => section.field === 'status' && <StatusBadge status={value as 'SUCCESS'} />}
    empty={
      section.field === 'score_values' && (
        <ScoreRange name={section.key!} onAdd={(filter) => onChange(withFilter(filters, filter))} />
      )
    }
  />
)
