import { type ReactNode, Suspense } from 'react'
import { FacetsBeside, useFacetsShown } from '../../requests/index.ts'
import { lazyScreen, useShortcuts } from '../../shell/index.ts'
import type { TraceChartsProps } from './trace-charts.tsx'
import type { TraceFacetsProps } from './trace-facets.tsx'
import { TraceFilterBar } from './trace-filter-bar.tsx'
import { type TraceFilter, type TraceFilters, withoutZoom } from './trace-search.ts'

const TraceFacets = lazyScreen(() => import('./trace-facets.tsx'), 'TraceFacets')

/** The charts are loaded in parallel, because the rows do not need their library. */
const TraceCharts = lazyScreen(() => import('./trace-charts.tsx'), 'TraceCharts')
/** A placeholder with the height of the charts. */
const chartPlaceholder = <div className="min-h-[133px] shrink-0 border-b bg-surface" />

interface Props extends Pick<TraceChartsProps, 'counted' | 'onCount'> {
  readonly search: TraceFilters
  readonly onChange: (change: TraceFilters) => void
  /** Called with the range that was dragged in a chart; each zoom is a history entry, so that Back undoes it. */
  readonly onZoom: (from: string, to: string) => void
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

/** The filter bar and charts over a list, and the facets beside it. */
export function TracesWithFacets({
  search,
  onChange,
  isLoaded,
  hasRows,
  actions,
  children,
  counted,
  onCount,
  onZoom,
  ...facets
}: Props) {
  const zoomOut = () => onChange(withoutZoom)
  useShortcuts(search.from ? { Escape: zoomOut } : {})
  const shown = useFacetsShown('galley.trace-facets')
  return (
    <>
      <TraceFilterBar search={search} onChange={onChange}>
        {actions}
        {shown.button}
      </TraceFilterBar>
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          {hasRows && (
            <Suspense fallback={chartPlaceholder}>
              {isLoaded ? (
                <TraceCharts
                  search={search}
                  condition={facets.condition}
                  counted={counted}
                  onSelect={onZoom}
                  onReset={search.from ? zoomOut : undefined}
                  onCount={onCount}
                />
              ) : (
                chartPlaceholder
              )}
            </Suspense>
          )}
          {children}
        </div>
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
