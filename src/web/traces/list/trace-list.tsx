import type { ReactNode } from 'react'
import type { TraceSort } from '../../../engine/analytics/traces/search.ts'
import type { Answer } from '../../api/index.ts'
import { Badge, counted } from '../../design/index.ts'
import {
  ClockTime,
  cellText,
  choiceColumn,
  chosenColumns,
  duration,
  type RowColumn,
  RowError,
  RowList,
  scoreNumber,
  tokenCell,
  totalCostText,
} from '../../requests/index.ts'
import { scoreText } from '../../requests/values.ts'
import type { TraceSearch } from './trace-search.ts'

export type ListedTrace = Answer<'searchTraces'>['items'][number]

interface Props {
  readonly traces: readonly ListedTrace[]
  /** The search with the order of the list; absent: the newest traces come first. */
  readonly search?: TraceSearch
  readonly onSort?: (change: TraceSearch) => void
  readonly onOpen: (traceId: string) => void
  /** Ids of the shown columns; absent: the default ones. */
  readonly columns?: readonly string[] | undefined
  /** Ids of the traces that are chosen for a comparison; absent: rows have no checkboxes. */
  readonly chosen?: readonly string[]
  readonly onChoose?: (traceId: string) => void
  /** Called when the end is in view. */
  readonly onMore: () => void
  /** True if the rows are those of the previous search. */
  readonly isStale: boolean
}

const listText = (values: readonly string[]): ReactNode =>
  values.length > 0 && (
    <span className="flex min-w-0 items-center gap-1.5" title={values.join(', ')}>
      <bdi className="truncate">{values[0]}</bdi>
      {values.length > 1 && <span className="shrink-0 text-ink-faint">+{values.length - 1}</span>}
    </span>
  )

type Column = RowColumn<ListedTrace, TraceSort>

/** All columns, in the order of the list. */
export const traceColumns: readonly Column[] = [
  {
    id: 'time',
    name: 'Time',
    width: '7.5rem',
    sort: 'trace_start_time',
    show: ({ started_at }) => <ClockTime at={started_at} />,
  },
  {
    id: 'name',
    name: 'Name',
    width: 'minmax(8.85rem, 3fr)',
    show: ({ name, state, error_count }) => (
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate font-medium">{name || 'unnamed'}</bdi>
        {state === 'live' && <Badge tone="note">Live</Badge>}
        {error_count > 0 && <Badge tone="bad">{counted(error_count, 'error')}</Badge>}
      </span>
    ),
  },
  {
    id: 'input',
    name: 'Input',
    width: 'minmax(7.67rem, 2.6fr)',
    show: ({ previews }) => cellText(previews?.input),
  },
  {
    id: 'output',
    name: 'Output',
    width: 'minmax(7.67rem, 2.6fr)',
    show: ({ previews }) =>
      previews?.error == null ? cellText(previews?.output) : <RowError text={previews.error} />,
  },
  { id: 'model', name: 'Model', width: 'minmax(5.9rem, 2fr)', show: ({ models }) => listText(models) },
  { id: 'tools', name: 'Tools', width: 'minmax(3.54rem, 1.2fr)', show: ({ tools }) => listText(tools) },
  { id: 'user', name: 'User', width: 'minmax(4.5rem, 1.6fr)', show: ({ user_id }) => <bdi>{user_id}</bdi> },
  {
    id: 'session',
    name: 'Session',
    width: 'minmax(4.5rem, 1.6fr)',
    show: ({ session_id }) => <bdi>{session_id}</bdi>,
  },
  {
    id: 'scores',
    name: 'Scores',
    width: 'minmax(2.655rem, 0.9fr)',
    show: ({ scores, sort_score }) =>
      sort_score === undefined
        ? listText(scores.map((score) => `${score.name} ${scoreText(score)}`))
        : scoreNumber(sort_score),
  },
  { id: 'tags', name: 'Tags', width: 'minmax(3.54rem, 1.2fr)', show: ({ tags }) => listText(tags) },
  {
    id: 'requests',
    name: 'Requests',
    width: '4.5rem',
    isNumber: true,
    show: ({ request_count }) => request_count.toLocaleString('en'),
  },
  {
    id: 'spans',
    name: 'Spans',
    width: '3rem',
    isNumber: true,
    show: ({ span_count }) => span_count.toLocaleString('en'),
  },
  {
    id: 'duration',
    name: 'Duration',
    width: '4.5rem',
    sort: 'trace_duration_ms',
    isNumber: true,
    show: ({ duration_ms }) => duration(duration_ms),
  },
  {
    id: 'tokens',
    name: 'Tokens',
    width: '4rem',
    sort: 'trace_total_tokens',
    isNumber: true,
    show: tokenCell,
  },
  {
    id: 'cost',
    name: 'Cost',
    width: '5rem',
    sort: 'trace_total_cost_usd',
    isNumber: true,
    show: ({ request_count, ...sums }) => request_count > 0 && totalCostText(sums),
  },
]

/** Width of the window, in pixels, from which all default columns have room beside the facets. */
const wideWindowPixels = 1_700

/**
 * The default columns. Texts leave room for models, tools, sessions and tokens in wide windows only. Tools and scores
 * have columns only if a trace has some.
 */
export const defaultColumnsOf = (traces: readonly ListedTrace[]): readonly string[] => {
  const hasTexts = traces.some(({ previews }) => previews?.input || previews?.output || previews?.error)
  const more = [
    'model',
    'session',
    'tokens',
    ...(traces.some(({ tools }) => tools.length > 0) ? ['tools'] : []),
  ]
  return [
    ...['time', 'name', 'user', 'duration', 'cost'],
    ...(hasTexts ? ['input', 'output'] : []),
    ...(hasTexts && innerWidth < wideWindowPixels ? [] : more),
    ...(traces.some(({ scores, sort_score }) => scores.length > 0 || sort_score !== undefined)
      ? ['scores']
      : []),
  ]
}

/** True if a column shows texts of the traces, which the server reads for each trace of a page. */
export const showsTexts = (columns: readonly string[] | undefined): boolean =>
  columns === undefined || columns.includes('input') || columns.includes('output')

const keyOf = ({ trace_id }: ListedTrace) => trace_id

const edgeOf = ({ status, state }: ListedTrace): string =>
  status === 'ERROR' ? 'before:bg-bad' : state === 'live' ? 'before:bg-note' : 'before:bg-good/60'

export function TraceList({ traces, search, onSort, columns, chosen, onChoose, ...rest }: Props) {
  const visibleColumns = chosenColumns<ListedTrace, Column>(traceColumns, columns ?? defaultColumnsOf(traces))
  const choice: Column | null =
    chosen && onChoose
      ? choiceColumn({ chosen, onChoose }, keyOf, ({ name }: ListedTrace) => name || 'unnamed')
      : null
  return (
    <RowList<ListedTrace, string, TraceSort>
      label="Traces"
      rows={traces}
      columns={choice ? [choice, ...visibleColumns] : visibleColumns}
      keyOf={keyOf}
      attribute="data-trace"
      edgeOf={edgeOf}
      sorting={
        onSort && {
          // No column sorts by a score, so no heading has an arrow then.
          by: search?.sortScore === undefined ? search?.sortBy : 'score',
          isRising: search?.rising === true,
          defaultSort: 'trace_start_time',
          onSort: (order) => onSort({ ...order, sortScore: undefined }),
        }
      }
      hasLetterKeys
      {...rest}
    />
  )
}
