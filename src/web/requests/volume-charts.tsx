import { type ReactNode, useEffect, useMemo } from 'react'
import type { Answer } from '../api/index.ts'
import {
  type Axis,
  ChartCard,
  type ChartData,
  type ChartSeries,
  chartDataOf,
  colorOf,
  numberIn,
  secondsOf,
  timesOf,
  withoutGaps,
} from '../charts/index.ts'
import { percent } from '../design/index.ts'
import { accuracyText, costText, money, percentileText, secondsText, wholeText } from './numbers.ts'

type Chart = Pick<Answer<'readCustomRequestAnalytics'>['customCharts'][number], 'data' | 'series'>

/** Charts of the API. Those over time have the same buckets. */
export interface Volume {
  readonly counts: Chart
  /** The number of failures over time. */
  readonly failed: Chart
  /** `latency` and `cost` over time, and of all; null if there are too many to measure. */
  readonly measured: { readonly overTime: Chart; readonly total: Chart } | null
  /** The number and the cost by model over time; null if charts are not stacked by model. */
  readonly byModel: { readonly counts: Chart; readonly costs: Chart } | null
  readonly percentiles: Parameters<typeof accuracyText>[0]
  readonly axis: Axis | null
}

interface Props {
  readonly volume: Volume
  readonly countTitle: string
  readonly latencyTitle: string
  /** Called with the dragged range, as two times for the address. */
  readonly onSelect: (from: string, to: string) => void
  /** Called with the times of a clicked bucket; absent if a click narrows the range to it. */
  readonly onPick?: ((from: string, to: string) => void) | undefined
  /** Called to remove the dragged range; absent without one. */
  readonly onReset: (() => void) | undefined
  /** Called with the number of all rows, because a search counts only up to a limit. */
  readonly onCount?: ((count: number) => void) | undefined
  readonly isStale: boolean
  /** Beside the number, if the charts are of a part only. */
  readonly note?: string | undefined
  /** Actions of the first chart. */
  readonly actions?: ReactNode
  /** Shown in place of the charts of latency and cost if they were not measured. */
  readonly unmeasured?: ReactNode
}

/** Charts above a list: how many there were, how long they took and what they cost, over the chosen time range. */
export function VolumeCharts({ volume, countTitle, latencyTitle, onCount, ...rest }: Props) {
  const { onSelect, onPick = onSelect, onReset, isStale, unmeasured, actions, note } = rest
  const charts = useMemo(() => chartsOf(volume, countTitle, latencyTitle), [volume, countTitle, latencyTitle])
  const count = isStale ? undefined : charts.count
  useEffect(() => {
    if (count !== undefined) onCount?.(count)
  }, [count, onCount])
  const common = {
    span: volume.axis?.span,
    onSelect: (from: number, to: number) => onSelect(...timesOf(from, to)),
    onPick: (from: number, to: number) => onPick(...timesOf(from, to)),
    onReset,
    isStale,
  }
  return (
    <div className="grid min-h-[133px] shrink-0 grid-cols-[repeat(3,minmax(15rem,1fr))] divide-x overflow-x-auto border-b bg-surface">
      <ChartCard
        title={countTitle}
        figure={
          <>
            {charts.count.toLocaleString('en')}{' '}
            <span className={charts.failed > 0 ? 'text-bad' : 'text-ink-faint'}>
              {percent(charts.count === 0 ? 0 : charts.failed / charts.count)} errors
            </span>
            {note && <span className="text-small text-warning"> {note}</span>}
          </>
        }
        {...charts.counts}
        format={wholeText}
        hasLegend={volume.byModel !== null}
        actions={actions}
        {...common}
      />
      {charts.measured ? (
        <>
          <ChartCard
            title={latencyTitle}
            figure={
              <>
                {percentileText(charts.measured.latency, volume.percentiles)}{' '}
                <span className="text-small text-ink-faint">{accuracyText(volume.percentiles)}</span>
              </>
            }
            times={charts.times}
            series={charts.measured.latencies}
            format={secondsText}
            {...common}
          />
          <ChartCard
            title="Cost"
            figure={costText(charts.measured.cost, charts.measured.unpriced)}
            {...charts.measured.costs}
            format={money}
            {...common}
          />
        </>
      ) : (
        <p className="grid place-items-center [grid-column:span_2] px-4 text-small text-ink-faint">
          {unmeasured}
        </p>
      )}
    </div>
  )
}

function chartsOf(
  { counts, failed, measured, byModel, axis }: Volume,
  countTitle: string,
  latencyTitle: string,
) {
  const dates = counts.data.map(dateOf)
  const failures = new Map(failed.data.map((row) => [dateOf(row), firstOf(failed, row)]))
  const measuredAt = new Map(measured?.overTime.data.map((row) => [dateOf(row), row]))
  const figuresOf = (key: string) => dates.map((date) => numberIn(measuredAt.get(date)?.[key]))
  const valueLists = [
    counts.data.map((row) => firstOf(counts, row)),
    dates.map((date) => failures.get(date) ?? 0),
    figuresOf('latency'),
    figuresOf('cost'),
  ]
  const { times, values } = withoutGaps(
    { times: dates.map(secondsOf), values: valueLists },
    [0, 0, null, 0],
    axis,
  )
  const series = (label: string, kind: ChartSeries['kind'], color: string, index: number): ChartSeries => ({
    label,
    kind,
    color,
    values: values[index]!,
  })
  const countsByModel = byModel && chartDataOf(byModel.counts, axis, 0, 'bars')
  const sum = (index: number) => valueLists[index]!.reduce<number>((total, value) => total + (value ?? 0), 0)
  const totals = measured?.total.data[0]
  return {
    times,
    count: sum(0),
    failed: sum(1),
    counts: countsByModel
      ? { ...countsByModel, isStacked: true }
      : { times, series: [series(countTitle, 'bars', 'accent', 0), series('Errors', 'bars', 'bad', 1)] },
    measured: measured && {
      latency: numberIn(totals?.['latency']),
      latencies: [series(latencyTitle, 'line', 'accent', 2)],
      cost: numberIn(totals?.['cost']) ?? 0,
      unpriced: numberIn(totals?.['cost_unpriced']) ?? 0,
      costs: byModel
        ? {
            ...colouredAs(countsByModel!.series, chartDataOf(byModel.costs, axis, 0, 'bars')),
            isStacked: true,
          }
        : { times, series: [series('Cost', 'bars', 'accent', 3)] },
    },
  }
}

/** Gives each model the same colour in both charts. */
function colouredAs(models: readonly ChartSeries[], { series, ...rest }: ChartData): ChartData {
  const labels = [...new Set([...models, ...series].map(({ label }) => label))]
  return {
    ...rest,
    series: series.map((series) => ({ ...series, color: colorOf(labels.indexOf(series.label)) })),
  }
}

type Row = Chart['data'][number]

const firstOf = ({ series }: Chart, row: Row) => numberIn(row[series[0]!.key])
const dateOf = (row: Row): string => String(row['date'])
