import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { addressOfCall, call, readStored, useMay, writeStored } from '../api/index.ts'
import { Button, classNames, Empty, Problem, SkeletonRows } from '../design/index.ts'
import { Download, GitCompareArrows, PanelLeft, Table2 } from '../icons/index.ts'
import { Page, useShortcuts } from '../shell/index.ts'
import { allColumns, usualColumnsOf } from './columns.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import { isFiltered, noFilters, searchOf } from './filter/filters.ts'
import { RequestList } from './request-list.tsx'
import { withChoice } from './rows/choice-column.tsx'
import { ColumnMenu } from './rows/column-menu.tsx'
import { ScoreOrder } from './score-order.tsx'
import { useIsEmptyLog } from './use-is-empty-log.ts'
import { useNewRequests } from './use-new-requests.ts'
import { requestViews } from './views/request-view-kind.ts'
import type { Shown } from './views/request-views.ts'
import { ViewBar } from './views/view-bar.tsx'

/** The charts are loaded in parallel, because the rows do not need their library. */
const RequestCharts = lazy(async () => ({ default: (await import('./request-charts.tsx')).RequestCharts }))
/** A placeholder with the height of the charts. */
const noChartsYet = <div className="min-h-[133px] shrink-0 border-b bg-surface" />
const NothingYet = lazy(async () => ({ default: (await import('./nothing-yet.tsx')).NothingYet }))
const AddToTable = lazy(async () => ({ default: (await import('./add-to-table.tsx')).AddToTable }))
const FacetPanel = lazy(async () => ({ default: (await import('./facets/facet-panel.tsx')).FacetPanel }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))
const RequestPeek = lazy(async () => ({ default: (await import('./peek/request-peek.tsx')).RequestPeek }))

const perPage = 25
const facetsShown = 'galley.facets'
/** Minimum width of the window, in pixels, for facets beside the log. */
const roomForFacets = 1_100
const mostRows = 50_000

export function Requests() {
  const { request: open, whole, comments, ...shown } = useSearch({ from: '/requests' })
  const { columns: chosenColumns, ...search } = shown
  const withInput = chosenColumns?.includes('input') ?? true
  const { sortBy: _sortBy, sortScore, rising, ...filters } = search
  const filtersKey = JSON.stringify(filters)
  const [counted, setCounted] = useState<{ filters: string; count: number }>()
  const showCount = useCallback((count: number) => setCounted({ filters: filtersKey, count }), [filtersKey])
  const navigate = useNavigate({ from: '/requests' })
  const mayChange = useMay('contributor')
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isExporting, setExporting] = useState(false)
  const [hasFacets, setHasFacets] = useState(
    () => readStored<boolean>(facetsShown) ?? innerWidth >= roomForFacets,
  )
  const showFacets = (next: boolean) => {
    writeStored(facetsShown, next)
    setHasFacets(next)
  }
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } =
    useInfiniteQuery({
      queryKey: ['requests', search, withInput],
      queryFn: ({ pageParam, signal }) =>
        call('searchRequests', {
          body: {
            ...searchOf(search, Date.now()),
            per_page: perPage,
            include_prompt_name: true,
            include_input_preview: withInput,
            ...(pageParam && { cursor: pageParam }),
          },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchOnWindowFocus: false,
      // Listed rows do not move: new requests are shown only after a click on the button.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    })
  const requests = data?.pages.flatMap(({ items }) => items) ?? []
  const columns = chosenColumns ?? usualColumnsOf(shown, requests)
  const first = data?.pages[0]
  const isEmpty = first !== undefined && requests.length === 0
  const isEmptyLog = useIsEmptyLog(isEmpty && !isFiltered(filters))
  const newer = useNewRequests(search, isPlaceholderData ? undefined : first && requests, hasNextPage)

  const change = useCallback(
    (next: Shown) => navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  )
  // Each zoom is a history entry, so that Back undoes it.
  const zoom = (from: string, to: string) => void navigate({ search: (before) => ({ ...before, from, to }) })
  const zoomOut = () => void change({ from: undefined, to: undefined })
  const show = useCallback(
    (id: number | undefined) =>
      navigate({ search: (before) => ({ ...before, request: id, comments: undefined }), replace: true }),
    [navigate],
  )
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const step = (by: 1 | -1) => {
    const next = beside(by)
    if (next) void show(next.id)
  }
  const openIndex = requests.findIndex(({ id }) => id === open)
  const beside = (by: 1 | -1) => requests[openIndex < 0 ? 0 : openIndex + by]
  const close = () =>
    void navigate({
      search: (before) => ({ ...before, request: undefined, whole: undefined, comments: undefined }),
      replace: true,
    })
  const compare = () => {
    const startOf = (id: number) =>
      Date.parse(requests.find((request) => request.id === id)?.request_start_time ?? '')
    const [a, b] = chosen.toSorted((one, other) => startOf(one) - startOf(other) || one - other)
    void navigate({ to: '/requests/compare', search: { a, b } })
  }
  const isWhole = whole === true && open !== undefined
  // Loads more rows when a step to the next request reaches the last loaded row.
  useEffect(() => {
    if (openIndex >= 0 && openIndex === requests.length - 1) more()
  }, [openIndex, requests.length, more])
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ['Escape']: () => (open === undefined && filters.from ? zoomOut() : close()),
  })
  // The search counts up to a limit; the charts count all requests.
  const isCounted = counted?.filters === filtersKey && counted.count > (first?.total ?? 0)
  const count =
    first &&
    (first.total_is_exact || !isCounted
      ? countText(first.total, first.total_is_exact)
      : countText(counted.count, true))
  const requestsText = `${count} ${count === '1' ? 'request' : 'requests'}`

  return (
    <Page
      title="Requests"
      badges={<span className="text-ink-faint tabular-nums">{count}</span>}
      actions={
        first &&
        first.total > 0 && (
          <>
            {chosen.length > 0 && (
              <Button disabled={chosen.length < 2} onClick={compare}>
                <GitCompareArrows />
                {chosen.length < 2 ? 'Choose another to compare' : 'Compare'}
              </Button>
            )}
            <Button onClick={() => setExporting(true)}>
              <Download />
              Export
            </Button>
            {mayChange && (
              <Button onClick={() => setAdding(true)}>
                <Table2 />
                Add to table
              </Button>
            )}
          </>
        )
      }
    >
      <ViewBar kind={requestViews} shown={shown} onShow={change} />
      <FilterBar filters={filters} onChange={change}>
        {!hasFacets && (
          <Button onClick={() => showFacets(true)}>
            <PanelLeft />
            Facets
          </Button>
        )}
        <ColumnMenu
          all={allColumns}
          keys={metadataKeys}
          chosen={columns}
          isUsual={chosenColumns === undefined}
          onChange={(next) => change({ columns: next })}
        />
      </FilterBar>
      {sortScore !== undefined && (
        <ScoreOrder what="Requests" name={sortScore} isRising={rising === true} onChange={change} />
      )}
      <div className="relative flex min-h-0 flex-1">
        <div className={classNames('relative flex min-w-0 flex-1 flex-col', isWhole && 'hidden')}>
          {isEmptyLog !== true && (
            <Suspense fallback={noChartsYet}>
              {(data || error) && isEmptyLog === false ? (
                <RequestCharts
                  filters={filters}
                  onSelect={zoom}
                  onReset={filters.from ? zoomOut : undefined}
                  onCount={showCount}
                />
              ) : (
                noChartsYet
              )}
            </Suspense>
          )}
          {error && <Problem error={error} onRetry={refetch} className="shrink-0" />}
          {!data && !error && <SkeletonRows height="h-9" />}
          {newer.count > 0 && (
            <Button
              kind="primary"
              size="small"
              className="absolute top-10 left-1/2 z-10 -translate-x-1/2 shadow-floating"
              onClick={() => void refetch()}
            >
              {newer.count.toLocaleString('en')}
              {newer.isExact ? '' : '+'} new
            </Button>
          )}
          <Suspense>{isEmptyLog && <NothingYet />}</Suspense>
          {isEmpty && isEmptyLog === false && (
            <Empty
              title="No requests match"
              action={
                isFiltered(filters) ? (
                  <Button onClick={() => void change(noFilters)}>Clear filters</Button>
                ) : (
                  <Button onClick={() => void change({ everySource: true })}>Show all sources</Button>
                )
              }
            >
              {filters.find &&
                'Words are searched in inputs and outputs. A customer, user or session is metadata: choose it in the facets, or filter by Metadata.'}
            </Empty>
          )}
          {requests.length > 0 && (
            <RequestList
              requests={requests}
              columns={columns}
              search={search}
              onSort={change}
              open={open}
              onOpen={show}
              onMore={more}
              isStale={isPlaceholderData}
              choosing={{ chosen, onChoose: (id) => setChosen((before) => withChoice(before, id)) }}
            />
          )}
        </div>
        {hasFacets && isEmptyLog !== true && (
          // The facets follow the log in the order of the keyboard and precede it on screen. They are loaded
          // once there are rows.
          <div
            className={classNames(
              'order-first flex w-60 shrink-0 border-r bg-surface max-md:contents',
              open !== undefined && 'max-[1700px]:hidden',
            )}
          >
            <Suspense>
              {(requests.length > 0 || isEmptyLog === false) && (
                <FacetPanel
                  filters={filters}
                  onChange={change}
                  isEnabled={data !== undefined}
                  onClose={() => showFacets(false)}
                />
              )}
            </Suspense>
          </div>
        )}
        <Suspense>
          {open !== undefined && (
            <RequestPeek
              id={open}
              isWhole={isWhole}
              firstTab={comments ? 'comments' : 'messages'}
              onWhole={(next) =>
                void navigate({
                  search: (before) => ({ ...before, whole: next || undefined }),
                  replace: true,
                })
              }
              onPrevious={openIndex > 0 ? () => step(-1) : undefined}
              onNext={beside(1) ? () => step(1) : undefined}
              onClose={close}
            />
          )}
        </Suspense>
      </div>
      <Suspense>
        {isExporting && (
          <ExportDialog
            title="Export requests"
            what={requestsText}
            file="requests"
            content={{
              label: 'With messages and variables',
              hint: 'Without them, a row has the figures and metadata of a request.',
            }}
            addressOf={(format, hasContent) => {
              const { q, filter_group } = searchOf(search, Date.now())
              const isRising = rising === true && search.sortBy === undefined && sortScore === undefined
              return addressOfCall('downloadRequests', {
                query: {
                  format,
                  include_content: hasContent,
                  sort_order: isRising ? 'asc' : 'desc',
                  ...(q && { q }),
                  ...(filter_group && { filter_group: JSON.stringify(filter_group) }),
                },
              })
            }}
            onClose={() => setExporting(false)}
          />
        )}
        {isAdding && (
          <AddToTable
            what={requestsText}
            source={{ ...searchOf(search, Date.now()), limit: mostRows }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

const metadataKeys = {
  queryKey: ['request-values', 'metadata_keys', undefined, ''],
  read: (signal: AbortSignal) => call('suggestRequestValues', { query: { field: 'metadata_keys' }, signal }),
}

const countText = (total: number, isExact: boolean): string =>
  `${total.toLocaleString('en')}${isExact ? '' : '+'}`
