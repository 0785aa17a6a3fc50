import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readStored, writeStored } from '../../api/index.ts'
import { Button } from '../../design/index.ts'
import { PanelLeft } from '../../icons/index.ts'
import type { TraceFacetsProps } from './trace-facets.tsx'
import { TraceFilterBar } from './trace-filter-bar.tsx'
import type { TraceFilter, TraceFilters } from './trace-search.ts'

const TraceFacets = lazy(async () => ({ default: (await import('./trace-facets.tsx')).TraceFacets }))

const facetsShown = 'galley.trace-facets'
/** Minimum width of the window, in pixels, for facets beside the list. */
const roomForFacets = 1_100

interface Props {
  readonly search: TraceFilters
  readonly onChange: (change: TraceFilters) => void
  readonly condition?: TraceFilter
  /** Absent if the list has no order by a score. */
  readonly onSortScore?: TraceFacetsProps['onSortScore']
  /** True once the rows are loaded, because rows are loaded before facets. */
  readonly isLoaded: boolean
  /** False if there are no rows to filter. */
  readonly hasRows: boolean
  /** Actions in the filter bar. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The filter bar over a list, and the facets beside it. */
export function FacetsBeside({ search, onChange, isLoaded, hasRows, actions, children, ...facets }: Props) {
  const [hasFacets, setHasFacets] = useState(
    () => readStored<boolean>(facetsShown) ?? innerWidth >= roomForFacets,
  )
  const showFacets = (next: boolean) => {
    writeStored(facetsShown, next)
    setHasFacets(next)
  }
  return (
    <>
      <TraceFilterBar search={search} onChange={onChange}>
        {actions}
        {!hasFacets && (
          <Button onClick={() => showFacets(true)}>
            <PanelLeft />
            Facets
          </Button>
        )}
      </TraceFilterBar>
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">{children}</div>
        {hasFacets && hasRows && (
          <div className="order-first flex w-60 shrink-0 border-r bg-surface max-md:contents">
            <Suspense>
              <TraceFacets
                search={search}
                onChange={onChange}
                {...facets}
                isEnabled={isLoaded}
                onClose={() => showFacets(false)}
              />
            </Suspense>
          </div>
        )}
      </div>
    </>
  )
}
