import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { addressOfCall, call, pagesOf, queryOf } from '../../api/index.ts'
import { Button, CodeBlock, Empty, QueryState } from '../../design/index.ts'
import { Download, GitCompareArrows } from '../../icons/index.ts'
import {
  ColumnMenu,
  LazyExportDialog,
  listCacheMilliseconds,
  NewerButton,
  ScoreOrder,
  useCount,
  useListKey,
  ViewBar,
  withChoice,
} from '../../requests/index.ts'
import { usePages } from '../../requests/queries.ts'
import { Page } from '../../shell/index.ts'
import { storeListed } from './listed.ts'
import { defaultColumnsOf, type ListedTrace, showsTexts, TraceList, traceColumns } from './trace-list.tsx'
import { bodyOf, isFiltered, noTraceFilters, orderedBodyOf } from './trace-search.ts'
import { traceViews } from './trace-views.ts'
import { TracesWithFacets } from './traces-with-facets.tsx'
import { useNewer } from './use-newer.ts'

const perPage = 50
/** Milliseconds between two reads of the traces in progress. */
const liveMilliseconds = 3_000

export function Traces() {
  const shown = useSearch({ from: '/traces' })
  const { columns, ...search } = shown
  const navigate = useNavigate({ from: '/traces' })
  const open = useNavigate()
  const [isExporting, setExporting] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const withTexts = showsTexts(columns)
  const listKey = useListKey()
  const list = usePages({
    ...pagesOf(['traces', search, withTexts, listKey], (from, signal) =>
      call('searchTraces', {
        body: {
          ...orderedBodyOf(search, Date.now()),
          per_page: perPage,
          include_previews: withTexts,
          ...from,
        },
        signal,
      }),
    ),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: listCacheMilliseconds,
  })
  const { first } = list
  const traces = useLiveRows(list.rows, withTexts)
  const newest = list.isPlaceholderData ? undefined : first?.items[0]?.started_at
  const newer = useNewer('traces', search, newest, (body, signal) => call('searchTraces', { body, signal }))
  const isEmpty = first !== undefined && traces.length === 0
  const change = useCallback(
    (next: Partial<typeof shown>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  )
  const show = (traceId: string) => {
    storeListed(traces.map(({ trace_id }) => trace_id))
    void open({ to: '/traces/$traceId', params: { traceId } })
  }
  const choose = (traceId: string) => setChosen((before) => withChoice(before, traceId))
  const compare = () => {
    const [first, second] = traces.filter(({ trace_id }) => chosen.includes(trace_id)).reverse()
    if (first && second)
      void open({
        to: '/traces/$traceId/compare',
        params: { traceId: first.trace_id },
        search: { with: second.trace_id },
      })
  }
  const zoom = (from: string, to: string) => void navigate({ search: (before) => ({ ...before, from, to }) })
  const { count, showCount } = useCount(first, JSON.stringify(bodyOf(search, 0)))

  return (
    <Page
      title="Traces"
      badges={<span className="text-ink-faint tabular-nums">{count}</span>}
      actions={
        <>
          {chosen.length > 0 && (
            <Button disabled={chosen.length < 2} onClick={compare}>
              <GitCompareArrows />
              {chosen.length < 2 ? 'Choose another to compare' : 'Compare'}
            </Button>
          )}
          {traces.length > 0 && (
            <Button onClick={() => setExporting(true)}>
              <Download />
              Export
            </Button>
          )}
        </>
      }
    >
      <ViewBar kind={traceViews} shown={shown} onShow={change} />
      <TracesWithFacets
        search={search}
        onChange={change}
        onSortScore={change}
        counted="Traces"
        onZoom={zoom}
        onCount={showCount}
        actions={
          <ColumnMenu
            all={traceColumns}
            keys={metadataKeys}
            chosen={columns ?? defaultColumnsOf(traces)}
            isDefault={columns === undefined}
            onChange={(next) => change({ columns: next })}
          />
        }
        isLoaded={first !== undefined}
        hasRows={!isEmpty || isFiltered(search)}
      >
        {search.sortScore !== undefined && (
          <ScoreOrder
            rows="Traces"
            name={search.sortScore}
            isRising={search.rising === true}
            onChange={change}
          />
        )}
        <QueryState query={list} height="h-9" className="shrink-0" />
        <NewerButton count={newer} onShow={list.refetch} />
        {isEmpty &&
          (isFiltered(search) ? (
            <Empty
              title="No traces match"
              action={<Button onClick={() => change(noTraceFilters)}>Clear filters</Button>}
            >
              {search.find &&
                'Words are searched in the messages of model calls. Span names, tools and users are in the facets.'}
            </Empty>
          ) : (
            <NoTraces />
          ))}
        {traces.length > 0 && (
          <TraceList
            traces={traces}
            search={search}
            columns={columns}
            onSort={change}
            onOpen={show}
            chosen={chosen}
            onChoose={choose}
            onMore={list.more}
            isStale={list.isPlaceholderData}
          />
        )}
      </TracesWithFacets>
      <Suspense>
        {isExporting && (
          <LazyExportDialog
            title="Export traces"
            rows={`${count} ${count === '1' ? 'trace' : 'traces'}`}
            file="traces"
            addressOf={(format) => {
              const { q, filter_group } = bodyOf(search, Date.now())
              return addressOfCall('downloadTraces', {
                query: {
                  format,
                  ...(q && { q }),
                  ...(filter_group && { filter_group: JSON.stringify(filter_group) }),
                },
              })
            }}
            onClose={() => setExporting(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

const metadataKeys = {
  queryKey: ['trace-values', 'metadata_keys', undefined, ''],
  read: (signal: AbortSignal) => call('suggestTraceValues', { query: { field: 'metadata_keys' }, signal }),
}

/** The rows with the current state of traces in progress. */
function useLiveRows(rows: readonly ListedTrace[], withTexts: boolean): readonly ListedTrace[] {
  const live = rows.filter(({ state }) => state === 'live').map(({ trace_id }) => trace_id)
  const { data } = useQuery({
    ...queryOf(['live-traces', live, withTexts], 'searchTraces', {
      body: {
        filter_group: { filters: [{ field: 'trace_id', operator: 'in', value: live.slice(0, 100) }] },
        per_page: 100,
        include_previews: withTexts,
      },
    }),
    enabled: live.length > 0,
    refetchInterval: liveMilliseconds,
  })
  const current = new Map(data?.items.map((trace) => [trace.trace_id, trace]))
  return rows.map((row) => ({ ...row, ...current.get(row.trace_id) }))
}

const NoTraces = () => (
  <Empty title="No traces yet">
    <p className="mb-3">
      A trace shows each step of an agent: model calls, tools and errors. Any OpenTelemetry exporter sends
      traces with these variables.
    </p>
    <CodeBlock
      name="variables"
      text={`OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}
OTEL_EXPORTER_OTLP_HEADERS=x-api-key=YOUR_API_KEY`}
    />
  </Empty>
)
