import { type ReactNode, Suspense, useState } from 'react'
import { Button, PageSearch } from '../../design/index.ts'
import { Plus, Search, X, ZoomOut } from '../../icons/index.ts'
import { Chip, TimeSelect } from '../../requests/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import {
  isFiltered,
  noTraceFilters,
  type TraceFilter,
  type TraceFilters,
  withoutZoom,
  wordsOf,
} from './trace-search.ts'

const FilterDialog = lazyScreen(() => import('./filter-dialog.tsx'), 'FilterDialog')

interface Props {
  readonly search: TraceFilters
  readonly onChange: (change: TraceFilters) => void
  readonly children?: ReactNode
}

/** The search over a list: words, filters as chips, and the time range. */
export function TraceFilterBar({ search, onChange, children }: Props) {
  const [isAdding, setAdding] = useState(false)
  const chosen = search.filters ?? []
  const setFilters = (next: readonly TraceFilter[]) =>
    onChange({ filters: next.length > 0 ? next : undefined })
  return (
    <search className="flex shrink-0 flex-col gap-2 border-b bg-surface px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative">
          <Search className="absolute top-1.5 left-2 size-3.5 text-ink-faint" aria-hidden />
          <PageSearch
            label="Find traces"
            placeholder="Words in model calls"
            className="w-64 pl-7"
            value={search.find}
            onChange={(find) => onChange({ find })}
          />
        </div>
        <Button onClick={() => setAdding(true)}>
          <Plus />
          Filter
        </Button>
        <TimeSelect times={search} onChange={onChange} />
        {search.from && (
          <Button onClick={() => onChange(withoutZoom)}>
            <ZoomOut />
            Zoom out
          </Button>
        )}
        {isFiltered(search) && (
          <Button kind="quiet" onClick={() => onChange(noTraceFilters)}>
            <X />
            Clear filters
          </Button>
        )}
        <div className="ml-auto flex items-center gap-2">{children}</div>
      </div>
      {chosen.length > 0 && (
        <ul aria-label="Filters" className="flex flex-wrap gap-1.5">
          {chosen.map((filter, index) => (
            <Chip
              key={JSON.stringify(filter)}
              text={wordsOf(filter)}
              onRemove={() => setFilters(chosen.filter((_filter, otherIndex) => otherIndex !== index))}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {isAdding && (
          <FilterDialog
            onAdd={(filter) => {
              setAdding(false)
              setFilters([...chosen, filter])
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </search>
  )
}
