import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { userKeys } from '../../engine/search/person-keys.ts'
import { queryOf } from '../api/index.ts'
import { classNames, counted, loadPart, Problem, percent, Select, SkeletonRows } from '../design/index.ts'
import { ArrowDown } from '../icons/index.ts'
import { type Filters, groupFilters, money, percentileText, tokenText } from '../requests/index.ts'
import { lazyScreen } from '../shell/index.ts'
import { type Breakdown, breakdowns } from './breakdowns.ts'
import { costChangeOf, readCostsBefore } from './costs-before.ts'
import type { ChosenScore } from './metadata-score.tsx'
import { type Group as Figures, type Measure, readGroups, serverOrder } from './read-charts.ts'

const breakdownNames: Record<Breakdown, string> = {
  engine: 'Model',
  provider_type: 'Provider',
  prompt_id: 'Prompt',
  prompt_version: 'Prompt version',
  tags: 'Tag',
  metadata: 'Metadata key',
  error_type: 'Error type',
  tool_names: 'Tool called',
}

/** The choice of a score is loaded with the sums by a metadata key. */
const ScoreChoice = lazyScreen(() => import('./metadata-score.tsx'), 'ScoreChoice')

interface Props {
  readonly filters: Filters
  readonly by: Breakdown
  readonly metadataKey: string | undefined
  /** True if costs are compared with those of the previous period. */
  readonly comparesBefore: boolean
  readonly onChange: (by: Breakdown, key: string | undefined) => void
}

interface Group extends Figures {
  /** Dollars more than in the previous period; null: not known. */
  readonly change: number | null
}

const measures: readonly { id: Measure; name: string; show: (group: Group) => ReactNode }[] = [
  { id: 'requests', name: 'Requests', show: ({ requests }) => requests.toLocaleString('en') },
  {
    id: 'errors',
    name: 'Error rate',
    show: ({ errorRate }) => (errorRate === null ? '–' : percent(errorRate)),
  },
  { id: 'cost', name: 'Cost', show: (group) => <Cost group={group} /> },
  {
    id: 'change',
    name: 'Cost change',
    show: ({ change, cost }) =>
      change === null ? (
        '–'
      ) : (
        <span title={`${money(cost - change)} in the previous period`}>{signedMoney(change)}</span>
      ),
  },
  { id: 'tokens', name: 'Tokens', show: ({ tokens, uncounted }) => tokenText(tokens, uncounted) },
  {
    id: 'p95',
    name: 'Latency p95',
    show: ({ p95, isP95Exact }) => percentileText(p95, { isExact: isP95Exact }),
  },
]

/** A cost that leaves out requests without a price is marked, with their number. */
const Cost = ({ group: { cost, unpriced, requests } }: { readonly group: Group }) =>
  unpriced === 0 ? (
    money(cost)
  ) : (
    <span title={`${counted(unpriced, 'request')} without a price`}>
      {unpriced === requests ? 'no price' : `${money(cost)}+`}
    </span>
  )

const signedMoney = (dollars: number): string =>
  dollars === 0 ? 'same' : `${dollars < 0 ? '−' : '+'}${money(Math.abs(dollars))}`

/** The groups of a property, sorted by a measure, and the state of their queries. */
function useBreakdown(
  { filters, by, metadataKey, comparesBefore }: Omit<Props, 'onChange'>,
  sortBy: Measure,
  score: ChosenScore | null,
) {
  const keys = useQuery({
    ...queryOf(['request-values', 'metadata_keys', undefined, ''], 'suggestRequestValues', {
      query: { field: 'metadata_keys' },
    }),
    enabled: by === 'metadata',
  })
  const knownKeys = keys.data?.values ?? []
  const defaultKey = userKeys.find((user) => knownKeys.includes(user)) ?? knownKeys[0]
  const key = by === 'metadata' ? (metadataKey ?? defaultKey) : undefined
  const canGroup = by !== 'metadata' || key !== undefined
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // The server sorts the values of a metadata key, because it sends only the largest. It sends all groups
    // of other properties.
    queryKey: ['analytics', 'groups', filters, by, key, by === 'metadata' && serverOrder(sortBy), score],
    queryFn: async ({ signal }) =>
      by === 'metadata'
        ? (await loadPart(() => import('./read-metadata-groups.ts'))).readMetadataGroups(
            filters,
            key!,
            { order: serverOrder(sortBy), score },
            signal,
          )
        : { ...(await readGroups(filters, by, signal)), leftOut: 0 },
    enabled: canGroup,
  })
  const before = useQuery({
    queryKey: ['analytics', 'costs before', filters, by, key],
    queryFn: ({ signal }) => readCostsBefore(filters, by, key, signal),
    enabled: comparesBefore && canGroup && data !== undefined,
  })
  const costsBefore = comparesBefore ? (before.data ?? null) : null
  // While only one of the two queries has the new groups, their costs cannot be compared.
  const isComparable = isPlaceholderData === before.isPlaceholderData
  const withChange = (group: Figures): Group => ({
    ...group,
    change: costsBefore && isComparable ? costChangeOf(group, costsBefore) : null,
  })
  return {
    key,
    keys: key === undefined ? knownKeys : [...new Set([key, ...knownKeys])],
    hasNoKeys: by === 'metadata' && keys.data?.values.length === 0,
    isLoading: !data && !error && (by !== 'metadata' || !keys.data),
    groups: data?.groups.map(withChange).toSorted((a, b) => valueIn(b, sortBy) - valueIn(a, sortBy)),
    rest: (data?.rest ?? []).map((group): Group => ({ ...group, change: null })),
    leftOut: data?.leftOut ?? (data ? null : 0),
    error,
    refetch,
    isPlaceholderData,
  }
}

/** The same numbers by model, prompt, tag or another property. */
export function Breakdowns({ onChange, ...props }: Props) {
  const { filters, by } = props
  const [sortBy, setSortBy] = useState<Measure>('cost')
  const [metadataScore, setMetadataScore] = useState<ChosenScore | null>(null)
  const score = by === 'metadata' ? metadataScore : null
  const { key, keys, hasNoKeys, isLoading, groups, rest, leftOut, error, refetch, isPlaceholderData } =
    useBreakdown(props, sortBy, score)
  const isEmpty = groups?.length === 0 && rest.length === 0
  return (
    <section aria-label="Breakdown" className="flex flex-col overflow-x-auto bg-surface pb-6">
      <header className="flex items-center gap-2 px-4 py-2">
        <h2 className="text-small font-medium text-ink-soft">By</h2>
        <Select
          label="Group by"
          value={by}
          onChange={(next) => onChange(next, undefined)}
          choices={breakdowns.map((value) => ({ value, label: breakdownNames[value] }))}
        />
        {by === 'metadata' && key !== undefined && (
          <>
            <Select
              label="Metadata key"
              value={key}
              onChange={(next) => onChange(by, next)}
              choices={keys.map((value) => ({ value, label: <bdi>{value}</bdi> }))}
            />
            <Suspense fallback={null}>
              <ScoreChoice filters={filters} score={score} onChange={setMetadataScore} />
            </Suspense>
          </>
        )}
      </header>
      {error && <Problem error={error} onRetry={refetch} />}
      {isLoading && <SkeletonRows rows={4} />}
      {leftOut !== 0 && (
        <p className="px-4 pb-2 text-small text-warning">
          {leftOut === null
            ? 'Only the newest 100,000 requests are summed. Choose a shorter time range.'
            : `Only the newest requests are summed; ${leftOut.toLocaleString('en')} are left out. Choose a shorter time range.`}
        </p>
      )}
      {(isEmpty || hasNoKeys) && (
        <p className="px-4 py-6 text-center text-ink-faint">No requests in this time range.</p>
      )}
      {groups && !isEmpty && (
        <GroupTable
          {...props}
          metadataKey={key}
          groups={groups}
          rest={rest}
          score={score}
          sortBy={sortBy}
          isStale={isPlaceholderData}
          onSort={setSortBy}
        />
      )}
    </section>
  )
}

interface GroupTableProps extends Omit<Props, 'onChange'> {
  readonly groups: readonly Group[]
  /** Rows for the requests of no shown group. */
  readonly rest: readonly Group[]
  readonly score: ChosenScore | null
  readonly sortBy: Measure
  readonly isStale: boolean
  readonly onSort: (measure: Measure) => void
}

function GroupTable({
  filters,
  by,
  metadataKey,
  comparesBefore,
  groups,
  rest,
  score,
  sortBy,
  isStale,
  onSort,
}: GroupTableProps) {
  const columns = measures.filter(({ id }) => id !== 'change' || comparesBefore)
  const max = Math.max(0, ...groups.map((group) => valueIn(group, sortBy)))
  return (
    <table
      aria-label={`By ${breakdownNames[by].toLowerCase()}`}
      aria-busy={isStale}
      className={classNames('w-full min-w-[36rem] table-fixed', isStale && 'opacity-60')}
    >
      <thead>
        <tr className="h-8 border-y text-small text-ink-faint">
          <th scope="col" className="w-1/4 px-4 text-left font-normal">
            {breakdownNames[by]}
          </th>
          {columns.map(({ id, name }) => (
            <th
              key={id}
              scope="col"
              aria-sort={sortBy === id ? 'descending' : undefined}
              className="px-4 text-right font-normal"
            >
              <button
                type="button"
                className={classNames(
                  'inline-flex items-center gap-0.5 hover:text-ink',
                  sortBy === id && 'text-ink',
                )}
                onClick={() => onSort(id)}
              >
                {sortBy === id && <ArrowDown className="size-3" aria-hidden />}
                {name}
              </button>
            </th>
          ))}
          {score && (
            <th scope="col" className="truncate px-4 text-right font-normal">
              <bdi>{scoreTitle(score)}</bdi>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.name} className="h-9 border-b">
            <th scope="row" className="relative px-4 text-left font-normal">
              <span
                aria-hidden
                className="absolute inset-y-1 left-0 rounded-r-sm bg-accent-soft"
                style={{ width: `${max === 0 ? 0 : (valueIn(group, sortBy) / max) * 100}%` }}
              />
              <Link
                to="/requests"
                search={{
                  ...filters,
                  filters: [...(filters.filters ?? []), ...groupFilters(by, metadataKey, group.name)],
                }}
                className="relative block truncate [unicode-bidi:isolate] hover:underline"
              >
                {group.label}
              </Link>
            </th>
            <Cells columns={columns} group={group} score={score} />
          </tr>
        ))}
        {rest.map((group) => (
          <tr key={`rest ${group.name}`} className="h-9 border-b text-ink-soft">
            <th scope="row" className="truncate px-4 text-left font-normal">
              {group.label}
            </th>
            <Cells columns={columns} group={group} score={score} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellsProps {
  readonly columns: typeof measures
  readonly group: Group
  readonly score: ChosenScore | null
}

const Cells = ({ columns, group, score }: CellsProps) => (
  <>
    {columns.map(({ id, show }) => (
      <td key={id} className="px-4 text-right tabular-nums">
        {show(group)}
      </td>
    ))}
    {score && (
      <td
        className="px-4 text-right tabular-nums"
        title={`${counted(group.score?.scored_requests ?? 0, 'request')} with the score`}
      >
        {scoreText(group, score)}
      </td>
    )}
  </>
)

const valueIn = (group: Group, measure: Measure): number =>
  (measure === 'errors' ? group.errorRate : group[measure]) ?? 0

const scoreTitle = ({ name, value }: ChosenScore): string => (value === null ? name : `${name}: ${value}`)

function scoreText({ score }: Group, { value }: ChosenScore): string {
  if (!score || score.mean === null) return '–'
  return value === null ? score.mean.toLocaleString('en', { maximumFractionDigits: 2 }) : percent(score.mean)
}
