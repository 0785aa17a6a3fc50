import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Tile } from '../../contract/index.ts'
import { ChartCard, timesOf } from '../charts/index.ts'
import { classNames, counted, Figure, keyboardScroll, Problem, percent, Skeleton } from '../design/index.ts'
import {
  costText,
  duration,
  type Filters,
  groupFilters,
  ignoredForTraces,
  money,
  tokenText,
} from '../requests/index.ts'
import { logSearch } from './log-search.ts'
import {
  addsUp,
  type Group,
  knownTotal,
  maxGroups,
  readBefore,
  readChartBefore,
  readTile,
  type TileData,
} from './tile-data.ts'

interface Props {
  readonly tile: Tile
  /** The variables of the dashboard. */
  readonly filters: Filters
  /** Height of the whole tile in pixels. */
  readonly height: number
  readonly actions?: ReactNode
  readonly onZoom?: (from: string, to: string) => void
  /** Opens requests of these times in the log. */
  readonly onPick?: (from: string, to: string) => void
  readonly onReset?: (() => void) | undefined
}

const refetchMilliseconds = 60_000

/** One tile with its data. */
export function TileView({ tile, filters, height, actions, onZoom, onPick, onReset }: Props) {
  const isNumber = tile.shape === 'number' && tile.measure !== 'sheet_score'
  const tileKey = { ...tile, x: 0, y: 0, width: 0, height: 0, title: '' }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['dashboard-tile', tileKey, filters],
    queryFn: ({ signal }) => readTile(tile, filters, signal),
    refetchInterval: filters.range ? refetchMilliseconds : false,
  })
  const before = useQuery({
    queryKey: ['dashboard-tile', 'before', tileKey, filters],
    queryFn: ({ signal }) => readBefore(tile, filters, signal),
    enabled: isNumber && data !== undefined,
  })
  const chartBefore = useQuery({
    queryKey: ['dashboard-tile', 'chart before', tileKey, filters],
    queryFn: ({ signal }) => readChartBefore(tile, filters, signal),
    enabled: data?.chart != null,
  })
  const format = useMemo(() => formatOf(tile), [tile])
  const times = data?.chart?.times
  const valuesBefore = useMemo(
    () => (times && chartBefore.data ? chartBefore.data(times) : undefined),
    [times, chartBefore.data],
  )
  if (data?.chart)
    return (
      <ChartCard
        title={tile.title}
        figure={data.total === null ? scoredText(tile, data, filters) : totalText(tile, data)}
        {...data.chart}
        format={format}
        isStacked={addsUp(tile)}
        before={valuesBefore}
        height={Math.max(60, height - (data.chart.series.length > 1 || valuesBefore ? 68 : 44))}
        isStale={isPlaceholderData}
        onSelect={onZoom && ((from, to) => onZoom(...timesOf(from, to)))}
        onPick={
          tile.measure === 'sheet_score' || tile.score_subject || !onPick
            ? undefined
            : (from, to) => onPick(...timesOf(from, to))
        }
        onReset={onReset}
        actions={actions}
        className="h-full"
      />
    )
  return (
    <div className="flex h-full min-w-0 flex-col px-4 py-2">
      <header className="flex h-6 shrink-0 items-center justify-between gap-2">
        <h2 className="truncate text-small font-medium text-ink-soft">{tile.title}</h2>
        {actions}
      </header>
      {error && !data && <Problem error={error} onRetry={refetch} className="m-0 mt-1" />}
      {!data && !error && <Skeleton className="mt-2 min-h-6 flex-1" />}
      {data && isNumber && (
        <Figure
          label={<span className="sr-only">{tile.title}</span>}
          value={
            tile.score_subject ? (
              numberText(tile, data)
            ) : (
              <Link to="/requests" search={logSearch(tile, filters)} className="hover:underline">
                {numberText(tile, data)}
              </Link>
            )
          }
          {...withNotes(changeOf(tile, knownTotal(data), before.data ?? null), [
            scoredText(tile, data, filters),
            leftOutText(tile, data),
          ])}
          {...(data.trail && data.trail.length > 1 && { trail: data.trail })}
          className="flex-1 justify-center"
        />
      )}
      {data?.groups && (
        <Groups tile={tile} data={data} groups={data.groups} filters={filters} isStale={isPlaceholderData} />
      )}
    </div>
  )
}

/** The number of a tile. */
function numberText(tile: Tile, data: TileData): string {
  if (data.total === null) return 'No data'
  if (knownTotal(data) !== null) return valueText(tile, data.total, data.isExact)
  return tile.measure === 'tokens' ? 'No token counts' : 'No price'
}

/** The number of requests that the number of a tile leaves out. */
function leftOutText({ measure }: Tile, data: TileData): string | undefined {
  if (data.leftOut === 0) return undefined
  if (knownTotal(data) === null) return counted(data.leftOut, 'request')
  return `${data.leftOut.toLocaleString('en')} without ${measure === 'tokens' ? 'token counts' : 'a price'}`
}

interface GroupsProps {
  readonly tile: Tile
  readonly data: TileData
  readonly groups: readonly Group[]
  readonly filters: Filters
  readonly isStale: boolean
}

function Groups({ tile, data, groups, filters, isStale }: GroupsProps) {
  const max = Math.max(...groups.map(({ value }) => value ?? 0), Number.MIN_VALUE)
  if (groups.length === 0) return <p className="py-4 text-center text-small text-ink-faint">No requests</p>
  return (
    <section
      aria-label={tile.title}
      {...keyboardScroll}
      className="-mx-4 min-h-0 flex-1 overflow-auto"
      aria-busy={isStale}
    >
      <table className="w-full table-fixed">
        <tbody>
          {groups.map(({ name, label, value, leftOut }) => (
            <tr key={name ?? ''} className="h-7 border-t first:border-t-0">
              <th scope="row" className="relative px-4 text-left font-normal">
                <span
                  aria-hidden
                  className="absolute inset-y-0.5 left-0 rounded-r-sm bg-accent-soft"
                  style={{ width: `${((value ?? 0) / max) * 100}%` }}
                />
                {name === null || tile.group_by === 'score' ? (
                  <span className="relative block truncate [unicode-bidi:isolate]">{label}</span>
                ) : (
                  <Link
                    to="/requests"
                    search={logSearch(tile, filters, groupFilters(tile.group_by!, tile.metadata_key, name))}
                    className="relative block truncate [unicode-bidi:isolate] hover:underline"
                  >
                    {label}
                  </Link>
                )}
              </th>
              <td className={classNames('px-4 text-right tabular-nums', data.leftOut > 0 ? 'w-48' : 'w-28')}>
                {value === null ? '–' : totalText(tile, { total: value, leftOut, isExact: data.isExact })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length === maxGroups && (
        <p className="border-t px-4 py-1 text-small text-ink-faint">
          Only the {maxGroups} largest are listed.
        </p>
      )}
    </section>
  )
}

const isLatency = ({ measure }: Tile): boolean => measure.startsWith('latency')
const seconds = (value: number): string => duration(value * 1000).replace('.00 s', ' s')
const plain = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 })

function formatOf(tile: Tile): (value: number) => string {
  if (tile.measure === 'cost') return money
  if (tile.measure === 'error_rate' || tile.measure === 'score_share') return percent
  return isLatency(tile) || tile.measure.startsWith('first_token') ? seconds : plain
}

const valueText = (tile: Tile, value: number, isExact: boolean): string =>
  `${isLatency(tile) && !isExact ? '≈ ' : ''}${formatOf(tile)(value)}`

const totalText = (
  tile: Tile,
  { total, leftOut, isExact }: Pick<TileData, 'total' | 'leftOut' | 'isExact'>,
): string => {
  if (tile.measure === 'cost') return costText(total ?? 0, leftOut)
  return tile.measure === 'tokens' ? tokenText(total ?? 0, leftOut) : valueText(tile, total ?? 0, isExact)
}

/** The number of subjects with the score, and the filters of the dashboard that do not apply to traces. */
function scoredText(tile: Tile, { scored }: TileData, filters: Filters): string | undefined {
  if (scored === null) return undefined
  const text = `${counted(scored, tile.score_subject ?? 'request')} with the score`
  const unfiltered = tile.score_subject ? ignoredForTraces(filters) : null
  return unfiltered === null ? text : `${text} · ${unfiltered}`
}

interface Change {
  readonly change?: string
  readonly isGood?: boolean
}

/** The change, after the number of scored subjects and of requests that are left out. */
const withNotes = ({ change, ...rest }: Change, notes: readonly (string | undefined)[]) => ({
  ...rest,
  change: [...notes, change].filter((part) => part !== undefined).join(' · ') || undefined,
})

/** The change of a share, in percentage points. */
function pointsChange(points: number, isGrowthGood: boolean): Change {
  if (Math.abs(points) < 0.000_5) return { change: 'Same as in the previous period' }
  const size = Math.abs(points * 100).toFixed(1)
  return {
    change: `${size} points ${points > 0 ? 'more' : 'less'} than the previous period`,
    isGood: points > 0 === isGrowthGood,
  }
}

/** The change from the previous period. More errors, cost or latency count as worse, more speed as better. */
function changeOf(tile: Tile, now: number | null, before: number | null): Change {
  if (now === null || before === null) return {}
  if (tile.measure === 'error_rate' || tile.measure === 'score_share')
    return pointsChange(now - before, tile.measure === 'score_share')
  if (before === 0)
    return { change: now === 0 ? 'Same as in the previous period' : 'None in the previous period' }
  const share = now / before - 1
  if (Math.abs(share) < 0.005) return { change: 'Same as in the previous period' }
  const change = `${percent(Math.abs(share))} ${share > 0 ? 'more' : 'less'} than the previous period`
  if (tile.measure === 'requests' || tile.measure === 'tokens' || tile.measure === 'cost') return { change }
  const isGrowthGood = tile.measure.startsWith('score') || tile.measure.startsWith('speed')
  return { change, isGood: isGrowthGood ? share > 0 : share < 0 }
}
