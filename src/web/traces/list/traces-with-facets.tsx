import { type ReactNode, Suspense } from 'react'
import { FacetsBeside, useFacetsShown } from '../../requests/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import type { TraceFacetsProps } from './trace-facets.tsx'
import { TraceFilterBar } from './trace-filter-bar.tsx'
import type { TraceFilter, TraceFilters } from './trace-search.ts'

const TraceFacets = lazyScreen(() => import('./trace-facets.tsx'), 'TraceFacets')

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
export function TracesWithFacets({
  search,
  onChange,
  isLoaded,
  hasRows,
  actions,
  children,
  ...facets
}: Props) {
  const shown = useFacetsShown('galley.trace-facets')
  return (
    <>
      <TraceFilterBar search={search} onChange={onChange}>
        {actions}
        {shown.button}
      </TraceFilterBar>
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">{children}</div>
        {shown.isShown && hasRows && (
          <FacetsBeside>
            <Suspense>
              <TraceFacets
                search={search}
                onChange={onChange}
                {...facets}
                isEnabled={isLoaded}
                onClose={shown.hide}
              />
            </Suspense>
          </FacetsBeside>
        )}
      </div>
    </>
  )
}
