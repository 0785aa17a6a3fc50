import type { ReactNode } from 'react'
import type { TraceGroupSort as GroupSort } from '../../../engine/analytics/traces/search.ts'
import { pagesOf } from '../../api/index.ts'
import { Button, counted, Empty, ListTotal, QueryState } from '../../design/index.ts'
import {
  ClockTime,
  cellText,
  duration,
  listCacheMilliseconds,
  NewerButton,
  type RowColumn,
  RowError,
  RowList,
  tokenCell,
  totalCostText,
  useListKey,
  ViewBar,
} from '../../requests/index.ts'
import { usePages } from '../../requests/queries.ts'
import { Page } from '../../shell/index.ts'
import {
  bodyOf,
  isFiltered,
  noTraceFilters,
  type TraceFilter,
  type TraceFilters,
} from '../list/trace-search.ts'
import type { sessionViews } from '../list/trace-views.ts'
import { TracesWithFacets } from '../list/traces-with-facets.tsx'
import { useNewer } from '../list/use-newer.ts'

const perPage = 50

export interface GroupSearch extends TraceFilters {
  readonly sortBy?: GroupSort | undefined
  /** The score by which a list of sessions is ordered; it overrides `sortBy`. */
  readonly sortScore?: string | undefined
  readonly rising?: true | undefined
}

/** Fields that sessions and users share. */
interface Totals {
  readonly last_trace_at: string
  readonly trace_count: number
  readonly error_count: number
  readonly duration_ms: number
  readonly request_count: number
  readonly cost: number | null
  readonly cost_is_whole: boolean
  readonly unpriced_requests: number
  readonly input_tokens: number
  readonly output_tokens: number
}

export const groupColumn = <Row extends Totals>(
  column: Partial<RowColumn<Row, GroupSort>> &
    Pick<RowColumn<Row, GroupSort>, 'id' | 'name' | 'width' | 'show'>,
): RowColumn<Row, GroupSort> => column

/** The columns that sessions and users share. They come last. */
export const totalColumns = <Row extends Totals>(traces: string): readonly RowColumn<Row, GroupSort>[] => [
  groupColumn({
    id: 'traces',
    name: traces,
    width: '4.5rem',
    sort: 'trace_count',
    isNumber: true,
    show: ({ trace_count }) => trace_count.toLocaleString('en'),
  }),
  groupColumn({
    id: 'errors',
    name: 'Failed',
    width: '4.5rem',
    sort: 'error_count',
    isNumber: true,
    show: ({ error_count }) =>
      error_count > 0 && <span className="text-bad">{error_count.toLocaleString('en')}</span>,
  }),
  groupColumn({
    id: 'requests',
    name: 'Requests',
    width: '4.5rem',
    isNumber: true,
    show: ({ request_count }) => request_count.toLocaleString('en'),
  }),
  groupColumn({
    id: 'duration',
    name: 'Duration',
    width: '4.5rem',
    sort: 'duration_ms',
    isNumber: true,
    show: ({ duration_ms }) => duration(duration_ms),
  }),
  groupColumn({
    id: 'tokens',
    name: 'Tokens',
    width: '5rem',
    sort: 'tokens',
    isNumber: true,
    show: tokenCell,
  }),
  groupColumn({
    id: 'cost',
    name: 'Cost',
    width: '9rem',
    sort: 'cost',
    isNumber: true,
    show: ({ request_count, ...sums }) => request_count > 0 && <Cost {...sums} />,
  }),
]

/** The sum of known prices, and the number of requests without a price. */
const Cost = (sums: Pick<Totals, 'cost' | 'cost_is_whole' | 'unpriced_requests'>) => (
  <span className="flex min-w-0 items-baseline justify-end gap-1.5">
    {sums.cost !== null && !sums.cost_is_whole && (
      <span
        className="truncate text-tiny text-ink-faint"
        title={`${counted(sums.unpriced_requests, 'request')} without a price, which the cost leaves out`}
      >
        {sums.unpriced_requests.toLocaleString('en')} unpriced
      </span>
    )}
    {totalCostText(sums)}
  </span>
)

interface WithPreviews {
  readonly previews?:
    | { readonly input: string | null; readonly output: string | null; readonly error: string | null }
    | undefined
}

/** True if a row has a text that one of the preview columns shows. */
export const hasTexts = (rows: readonly WithPreviews[]): boolean =>
  rows.some(({ previews }) => previews?.input || previews?.output || previews?.error)

/** The first question and the last answer of a session, or the error in its place. */
export const previewColumns = <Row extends Totals & WithPreviews>(): readonly RowColumn<Row, GroupSort>[] => [
  groupColumn({
    id: 'input',
    name: 'First question',
    width: 'minmax(8rem, 4fr)',
    show: ({ previews }) => cellText(previews?.input),
  }),
  groupColumn({
    id: 'output',
    name: 'Last answer',
    width: 'minmax(8rem, 4fr)',
    show: ({ previews }) =>
      previews?.error == null ? cellText(previews?.output) : <RowError text={previews.error} />,
  }),
]

export const lastActive = <Row extends Totals>(): RowColumn<Row, GroupSort> => ({
  id: 'last',
  name: 'Last active',
  width: '8.5rem',
  sort: 'last_trace_at',
  show: ({ last_trace_at }) => <ClockTime at={last_trace_at} />,
})

export const sessionColumn = <Row extends Totals & { readonly session_id: string }>(): RowColumn<
  Row,
  GroupSort
> => ({
  id: 'session',
  name: 'Session',
  width: 'minmax(6rem, 3fr)',
  show: ({ session_id }) => <bdi className="truncate font-medium">{session_id}</bdi>,
})

interface Props<Row> {
  readonly title: string
  readonly views: typeof sessionViews
  readonly search: GroupSearch
  readonly onChange: (change: GroupSearch) => void
  readonly onZoom: (from: string, to: string) => void
  /** The word for the traces of the groups in the charts. */
  readonly counted: string
  readonly read: (
    body: ReturnType<typeof bodyOf<GroupSort>> & { readonly per_page: number; readonly cursor?: string },
    signal: AbortSignal,
  ) => Promise<{
    readonly items: readonly Row[]
    readonly total: number | null
    readonly next_cursor: string | null
  }>
  /** A condition for the traces of the groups, such as having a session. */
  readonly condition: TraceFilter
  readonly columnsOf: (rows: readonly Row[]) => readonly RowColumn<Row, GroupSort>[]
  readonly keyOf: (row: Row) => string
  readonly onOpen: (id: string) => void
  readonly actions?: ReactNode
  /** Actions in the filter bar. */
  readonly filterActions?: ReactNode
  /** Shown above the rows. */
  readonly order?: ReactNode
  /** Shown if the workspace has no sessions or users at all. */
  readonly empty: ReactNode
}

/** A list of sessions or users, with the filters and facets of their traces. */
export function GroupList<Row extends Totals>(props: Props<Row>) {
  const { title, views, search, onChange, read, condition, columnsOf, keyOf, onOpen, actions, empty } = props
  const listKey = useListKey()
  const list = usePages({
    ...pagesOf(['trace-groups', title, search, listKey], (from, signal) =>
      read({ ...bodyOf(search, Date.now()), per_page: perPage, ...from }, signal),
    ),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: listCacheMilliseconds,
  })
  const { rows, first } = list
  const newest = list.isPlaceholderData ? undefined : first?.items[0]?.last_trace_at
  const newer = useNewer(title, search, newest, read)
  const isEmpty = first !== undefined && rows.length === 0
  return (
    <Page
      title={title}
      actions={actions}
      badges={
        <>
          <ListTotal total={first?.total ?? undefined} />
          {isFiltered(search) && !isEmpty && (
            <span className="truncate text-small text-ink-faint max-sm:hidden">
              Figures are for the matching traces
            </span>
          )}
        </>
      }
    >
      <ViewBar kind={views} shown={search} onShow={onChange} />
      <TracesWithFacets
        search={search}
        onChange={onChange}
        onZoom={props.onZoom}
        counted={props.counted}
        condition={condition}
        isLoaded={first !== undefined}
        hasRows={!isEmpty || isFiltered(search)}
        actions={props.filterActions}
      >
        {props.order}
        <QueryState query={list} height="h-9" className="shrink-0" />
        <NewerButton count={newer} onShow={list.refetch} />
        {isEmpty &&
          (isFiltered(search) ? (
            <Empty
              title={`No ${title.toLowerCase()} match`}
              action={<Button onClick={() => onChange(noTraceFilters)}>Clear filters</Button>}
            />
          ) : (
            empty
          ))}
        {rows.length > 0 && (
          <RowList
            label={title}
            rows={rows}
            columns={columnsOf(rows)}
            keyOf={keyOf}
            attribute="data-group"
            edgeOf={({ error_count }) => (error_count > 0 ? 'before:bg-bad' : 'before:bg-good/60')}
            sorting={{
              by: search.sortScore === undefined ? search.sortBy : 'score',
              isRising: search.rising === true,
              defaultSort: 'last_trace_at',
              onSort: (order) => onChange({ ...order, sortScore: undefined }),
            }}
            hasLetterKeys
            onOpen={onOpen}
            onMore={list.more}
            isStale={list.isPlaceholderData}
          />
        )}
      </TracesWithFacets>
    </Page>
  )
}
