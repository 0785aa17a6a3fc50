import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { call } from '../api/index.ts'
import { classNames, QueryState } from '../design/index.ts'
import { lazyScreen, Page, useShortcuts } from '../shell/index.ts'
import { allColumns, defaultColumnsOf } from './columns.tsx'
import { FacetsBeside, useFacetsShown } from './facets/facets-beside.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import { LogActions } from './log-actions.tsx'
import { NewerButton } from './newer-button.tsx'
import { RequestList } from './request-list.tsx'
import { withChoice } from './rows/choice-column.tsx'
import { ColumnMenu } from './rows/column-menu.tsx'
import { ScoreOrder } from './score-order.tsx'
import { useOpenRequest } from './use-open-request.ts'
import { useRequestLog } from './use-request-log.ts'
import { requestViews } from './views/request-view-kind.ts'
import type { Shown } from './views/request-views.ts'
import { ViewBar } from './views/view-bar.tsx'

/** The charts are loaded in parallel, because the rows do not need their library. */
const RequestCharts = lazyScreen(() => import('./request-charts.tsx'), 'RequestCharts')
/** A placeholder with the height of the charts. */
const chartPlaceholder = <div className="min-h-[133px] shrink-0 border-b bg-surface" />
const NothingYet = lazyScreen(() => import('./nothing-yet.tsx'), 'NothingYet')
const NoMatches = lazyScreen(() => import('./no-matches.tsx'), 'NoMatches')
const FacetPanel = lazyScreen(() => import('./facets/facet-panel.tsx'), 'FacetPanel')
const RequestPeek = lazyScreen(() => import('./peek/request-peek.tsx'), 'RequestPeek')

export function Requests() {
  const { request: _request, whole: _whole, comments: _comments, ...shown } = useSearch({ from: '/requests' })
  const { columns: chosenColumns, ...search } = shown
  const { sortBy: _sortBy, sortScore, rising, ...filters } = search
  const navigate = useNavigate({ from: '/requests' })
  const [chosen, setChosen] = useState<readonly number[]>([])
  const facets = useFacetsShown('galley.facets')
  const log = useRequestLog(search, filters, {
    withInput: chosenColumns?.includes('input') ?? true,
    withOutput: chosenColumns?.includes('output') ?? true,
  })
  const { requests, isEmpty, isEmptyLog } = log
  const columns = chosenColumns ?? defaultColumnsOf(shown, requests)
  const open = useOpenRequest(requests, log.more)
  const change = useCallback(
    (next: Shown) => navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  )
  // Each zoom is a history entry, so that Back undoes it.
  const zoom = (from: string, to: string) => void navigate({ search: (before) => ({ ...before, from, to }) })
  const zoomOut = () => void change({ from: undefined, to: undefined })
  useShortcuts({
    j: () => open.step(1),
    k: () => open.step(-1),
    ['Escape']: () => (open.id === undefined && filters.from ? zoomOut() : open.close()),
  })

  return (
    <Page
      title="Requests"
      badges={<span className="text-ink-faint tabular-nums">{log.count}</span>}
      actions={
        log.count !== undefined &&
        log.count !== '0' && (
          <LogActions search={search} requests={requests} count={log.count} chosen={chosen} />
        )
      }
    >
      <ViewBar kind={requestViews} shown={shown} onShow={change} />
      <FilterBar filters={filters} onChange={change}>
        {facets.button}
        <ColumnMenu
          all={allColumns}
          keys={metadataKeys}
          chosen={columns}
          isDefault={chosenColumns === undefined}
          onChange={(next) => change({ columns: next })}
        />
      </FilterBar>
      {sortScore !== undefined && (
        <ScoreOrder rows="Requests" name={sortScore} isRising={rising === true} onChange={change} />
      )}
      <div className="relative flex min-h-0 flex-1">
        <div className={classNames('relative flex min-w-0 flex-1 flex-col', open.isWhole && 'hidden')}>
          {isEmptyLog !== true && (
            <Suspense fallback={chartPlaceholder}>
              {(log.data || log.error) && isEmptyLog === false ? (
                <RequestCharts
                  filters={filters}
                  onSelect={zoom}
                  onReset={filters.from ? zoomOut : undefined}
                  onCount={log.showCount}
                />
              ) : (
                chartPlaceholder
              )}
            </Suspense>
          )}
          <QueryState query={log} height="h-9" className="shrink-0" />
          <Suspense>{isEmptyLog && <NothingYet />}</Suspense>
          <Suspense>
            {isEmpty && isEmptyLog === false && (
              <NoMatches filters={filters} onChange={(next) => void change(next)} />
            )}
          </Suspense>
          {requests.length > 0 && (
            <div className="relative flex min-h-0 flex-1 flex-col">
              <NewerButton {...log.newer} onShow={log.refetch} />
              <RequestList
                requests={requests}
                columns={columns}
                search={search}
                onSort={change}
                open={open.id}
                onOpen={open.show}
                onMore={log.more}
                isStale={log.isStale}
                choice={{ chosen, onChoose: (id) => setChosen((before) => withChoice(before, id)) }}
              />
            </div>
          )}
        </div>
        {facets.isShown && isEmptyLog !== true && (
          <FacetsBeside className={open.id !== undefined && 'max-[1700px]:hidden'}>
            <Suspense>
              {(requests.length > 0 || isEmptyLog === false) && (
                <FacetPanel
                  filters={filters}
                  onChange={change}
                  isEnabled={log.data !== undefined}
                  onClose={facets.hide}
                />
              )}
            </Suspense>
          </FacetsBeside>
        )}
        <Suspense>
          {open.id !== undefined && (
            <RequestPeek
              id={open.id}
              isWhole={open.isWhole}
              firstTab={open.firstTab}
              onWhole={open.onWhole}
              onPrevious={open.onPrevious}
              onNext={open.onNext}
              onClose={open.close}
            />
          )}
        </Suspense>
      </div>
    </Page>
  )
}

const metadataKeys = {
  queryKey: ['request-values', 'metadata_keys', undefined, ''],
  read: (signal: AbortSignal) => call('suggestRequestValues', { query: { field: 'metadata_keys' }, signal }),
}
