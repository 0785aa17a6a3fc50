import type { ReactNode } from 'react'
import { Button, IconButton, PageSearch } from '../../design/index.ts'
import { Search, X, ZoomOut } from '../../icons/index.ts'
import { wordsOf } from './fields.ts'
import { FilterInput } from './filter-input.tsx'
import {
  type Filter,
  type Filters,
  isFiltered,
  noFilters,
  productionFilter,
  type Range,
  showsProduction,
} from './filters.ts'
import { TimeSelect } from './time-select.tsx'

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Filters) => void
  /** The time range if none is chosen, for screens that always limit the time. */
  readonly defaultRange?: Range
  /** True if the screen shows every source unless a filter names some. */
  readonly isOfEverySource?: boolean
  /** Shown beside the filters. */
  readonly children?: ReactNode
}

/** The search over a list: words, filters as chips, and the time range. */
export function FilterBar({ filters, onChange, defaultRange, isOfEverySource = false, children }: Props) {
  const canClear = isFiltered(filters.range === defaultRange ? { ...filters, range: undefined } : filters)
  const chosen = filters.filters ?? []
  const isOfProduction = !isOfEverySource && showsProduction(filters)
  const showsEverySource =
    !isOfEverySource && filters.everySource === true && !chosen.some(({ field }) => field === 'source')
  const setFilters = (next: readonly Filter[]) => onChange({ filters: next.length > 0 ? next : undefined })
  return (
    <search className="flex shrink-0 flex-col gap-2 border-b bg-surface px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative">
          <Search className="absolute top-1.5 left-2 size-3.5 text-ink-faint" aria-hidden />
          <PageSearch
            label="Find requests"
            placeholder="Words in inputs and outputs"
            className="w-64 pl-7"
            value={filters.find}
            onChange={(find) => onChange({ find })}
          />
        </div>
        <FilterInput onAdd={(filter) => setFilters([...chosen, filter])} />
        <TimeSelect times={filters} defaultRange={defaultRange} onChange={onChange} />
        {filters.from && (
          <Button onClick={() => onChange({ from: undefined, to: undefined })}>
            <ZoomOut />
            Zoom out
          </Button>
        )}
        {canClear && (
          <Button
            kind="quiet"
            onClick={() => {
              const { sortBy: _sortBy, sortScore: _sortScore, rising: _rising, ...cleared } = noFilters
              onChange(cleared)
            }}
          >
            <X />
            Clear filters
          </Button>
        )}
        <div className="ml-auto flex items-center gap-2">{children}</div>
      </div>
      {(chosen.length > 0 || showsEverySource || isOfProduction) && (
        <ul aria-label="Filters" className="flex flex-wrap gap-1.5">
          {showsEverySource && (
            <Chip
              text="All sources, with playground and evaluations"
              label="Show production only"
              onRemove={() => onChange({ everySource: undefined })}
            />
          )}
          {isOfProduction && (
            <Chip
              text="Production: without playground and evaluations"
              label={`Remove ${wordsOf(productionFilter)}`}
              onRemove={() => onChange({ everySource: true })}
            />
          )}
          {chosen.map((filter, index) => (
            <Chip
              key={JSON.stringify(filter)}
              text={wordsOf(filter)}
              onRemove={() => setFilters(chosen.filter((_filter, otherIndex) => otherIndex !== index))}
            />
          ))}
        </ul>
      )}
    </search>
  )
}

interface ChipProps {
  readonly text: string
  readonly label?: string
  readonly onRemove: () => void
}

/** A filter in words. */
export const Chip = ({ text, label = `Remove ${text}`, onRemove }: ChipProps) => (
  <li className="flex h-6 max-w-96 items-center gap-1 rounded-md bg-accent-soft pl-2 text-small text-accent-ink">
    <span className="truncate [unicode-bidi:isolate]">{text}</span>
    <IconButton label={label} className="text-accent-ink hover:bg-transparent" onClick={onRemove}>
      <X />
    </IconButton>
  </li>
)
