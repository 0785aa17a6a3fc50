import { userKeys } from '../../engine/search/person-keys.ts'
import type { Answer } from '../api/index.ts'
import { Badge, ProviderMark } from '../design/index.ts'
import { ClockTime } from './clock-time.tsx'
import { type Filters, type Sort, showsProduction } from './filter/filters.ts'
import { duration, priceText, scoreNumber } from './numbers.ts'
import { cellText as text } from './rows/chosen-columns.tsx'
import { RowError } from './rows/row-error.tsx'
import type { RowColumn } from './rows/row-list.tsx'
import { scoreText } from './score-text.ts'
import { StatusBadge } from './status-badge.tsx'
import { requestTokens, speedText } from './tokens.ts'

export type Listed = Answer<'searchRequests'>['items'][number]

export interface Column extends RowColumn<Listed, Sort> {
  /** True if the column stays visible while a request is open beside the list, which leaves little room. */
  readonly staysBesideRequest?: boolean
}

const userOf = ({ metadata }: Listed): unknown =>
  userKeys.map((user) => metadata.find(({ key }) => key === user)?.value).find((value) => value != null)

const ErrorOf = ({ request: { status, error_message, error_type } }: { readonly request: Listed }) => (
  <RowError text={error_message || error_type} isWarning={status !== 'ERROR'} />
)

/** The error of a request that failed, in the place of its output. */
const OutputOrError = ({ request }: { readonly request: Listed }) =>
  request.status === 'SUCCESS' ? text(request.output_preview) : <ErrorOf request={request} />

/** The input of a request, and its error if it failed: for lists without outputs. */
function InputAndError({ request }: { readonly request: Listed }) {
  const { input_preview, status } = request
  if (status === 'SUCCESS') return text(input_preview)
  return (
    <span className="flex min-w-0 items-center gap-2">
      {input_preview && <span className="max-w-1/3 shrink-0 truncate">{text(input_preview)}</span>}
      <ErrorOf request={request} />
    </span>
  )
}

/**
 * In most flexible columns a fraction is at least 5.1rem wide. The column with the widest fraction determines the width of
 * the list.
 */
const columns: readonly Column[] = [
  {
    id: 'status',
    name: 'Status',
    width: '5rem',
    show: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'time',
    name: 'Time',
    width: '7.1rem',
    sort: 'request_start_time',
    staysBesideRequest: true,
    show: ({ request_start_time }) => <ClockTime at={request_start_time} />,
  },
  {
    id: 'model',
    name: 'Model',
    width: 'minmax(8.5rem, 1.67fr)',
    show: ({ engine, provider_type }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {provider_type && <ProviderMark provider={provider_type} />}
        <span className="truncate">{text(engine)}</span>
      </span>
    ),
  },
  {
    id: 'prompt',
    name: 'Prompt',
    width: 'minmax(8.16rem, 1.6fr)',
    show: ({ prompt_name, prompt_version_number, prompt_label }) =>
      prompt_name && (
        <span className="flex items-center gap-1.5">
          <span className="truncate">{text(prompt_name)}</span>
          <span className="text-ink-faint">v{prompt_version_number}</span>
          {prompt_label && <Badge tone="accent">{text(prompt_label)}</Badge>}
        </span>
      ),
  },
  {
    id: 'input',
    name: 'Input',
    width: 'minmax(6.17rem, 1.21fr)',
    staysBesideRequest: true,
    show: ({ input_preview }) => text(input_preview),
  },
  {
    id: 'output',
    name: 'Output',
    width: 'minmax(6.17rem, 1.21fr)',
    staysBesideRequest: true,
    show: (request) => <OutputOrError request={request} />,
  },
  { id: 'user', name: 'User', width: 'minmax(5.1rem, 1fr)', show: (request) => text(userOf(request)) },
  {
    id: 'source',
    name: 'Source',
    width: '6rem',
    show: ({ source }) => <Badge tone={source === 'app' ? 'neutral' : 'note'}>{source}</Badge>,
  },
  { id: 'error', name: 'Error', width: 'minmax(7rem, 1fr)', show: ({ error_type }) => error_type },
  { id: 'provider', name: 'Provider', width: '7rem', show: ({ provider_type }) => text(provider_type) },
  {
    id: 'function',
    name: 'Function',
    width: 'minmax(7rem, 1fr)',
    show: ({ function_name }) => text(function_name),
  },
  {
    id: 'latency',
    name: 'Latency',
    width: '4.25rem',
    sort: 'latency_ms',
    isNumber: true,
    staysBesideRequest: true,
    show: ({ latency_ms }) => duration(latency_ms),
  },
  {
    id: 'first-token',
    name: 'First token',
    width: '5.5rem',
    sort: 'time_to_first_token_ms',
    isNumber: true,
    show: ({ time_to_first_token_ms: firstToken }) => firstToken !== null && duration(firstToken),
  },
  {
    id: 'speed',
    name: 'Speed',
    width: '6rem',
    sort: 'output_tokens_per_second',
    isNumber: true,
    show: ({ output_tokens_per_second: speed }) => speed !== null && speedText(speed),
  },
  {
    id: 'attempts',
    name: 'Attempts',
    width: '5rem',
    sort: 'attempts',
    isNumber: true,
    show: ({ attempts }) => attempts,
  },
  {
    id: 'waiting',
    name: 'Waiting',
    width: '5rem',
    sort: 'waited_ms',
    isNumber: true,
    show: ({ waited_ms: waited }) => waited !== null && duration(waited),
  },
  {
    id: 'tokens',
    name: 'Tokens',
    width: '6rem',
    sort: 'input_tokens',
    isNumber: true,
    show: requestTokens,
  },
  {
    id: 'cost',
    name: 'Cost',
    width: '5rem',
    sort: 'cost',
    isNumber: true,
    show: ({ price, price_source }) => priceText(price, price_source),
  },
  {
    id: 'score',
    name: 'Score',
    width: '2.75rem',
    isNumber: true,
    show: ({ scores: [own], given_scores: [given], sort_score }) => {
      if (sort_score !== undefined) return scoreNumber(sort_score)
      if (own) return <span title={own.name}>{own.score}</span>
      return (
        given && (
          <span className="truncate" title={`${given.name}: ${scoreText(given)}`}>
            {scoreText(given)}
          </span>
        )
      )
    },
  },
  {
    id: 'tags',
    name: 'Tags',
    width: 'minmax(3.06rem, 0.6fr)',
    show: ({ tags_array }) => (
      <span className="flex gap-1 overflow-hidden">
        {tags_array.slice(0, 4).map((tag) => (
          <Badge key={tag}>{text(tag)}</Badge>
        ))}
      </span>
    ),
  },
  { id: 'group', name: 'Group', width: '4rem', isNumber: true, show: ({ group_id }) => group_id },
  { id: 'id', name: 'ID', width: '6rem', isNumber: true, show: ({ id }) => id },
]

const defaultColumns = ['time', 'model', 'prompt', 'input', 'output', 'latency', 'cost', 'score']
/** The columns that fit the width of a phone. */
const phoneColumns = ['time', 'input']
/** Width of the window, in pixels, below which a list has the columns of a phone. */
const phoneWindow = 640

/** Width of the window, in pixels, from which the tokens and the tags have room beside the facets. */
const wideWindowPixels = 1_700

/**
 * The default columns. The source is shown only if the list can have several sources, and the user only if a
 * request names one. The tags are shown if neither is.
 */
export function defaultColumnsOf(filters: Filters, requests: readonly Listed[]): readonly string[] {
  const more = [
    ...(requests.some((request) => userOf(request) !== undefined) ? ['user'] : []),
    ...(showsProduction(filters) ? [] : ['source']),
  ]
  if (innerWidth < phoneWindow) return phoneColumns
  const isWide = innerWidth >= wideWindowPixels
  return [
    ...defaultColumns,
    ...more,
    ...(isWide ? ['tokens'] : []),
    ...(isWide && more.length === 0 ? ['tags'] : []),
  ]
}

export const allColumns: readonly Column[] = columns

/** The columns of a list without outputs: the input shows the error too. */
export const columnsWithoutOutput: readonly Column[] = columns.map((column) =>
  column.id === 'input' ? { ...column, show: (request) => <InputAndError request={request} /> } : column,
)
