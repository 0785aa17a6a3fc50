import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { classNames, TipButton } from '../design/index.ts'
import { ChartColumn, Table2 } from '../icons/index.ts'
import { lazyScreen } from '../shell/index.ts'
import { bucketText, valueText } from './bucket-text.ts'
import { Chart, type ChartSeries } from './chart.tsx'
import type { Span } from './partial-buckets.ts'

const ChartNumbers = lazyScreen(() => import('./chart-numbers.tsx'), 'ChartNumbers')

interface Props {
  readonly title: string
  /** The total, shown beside the title. */
  readonly figure?: ReactNode
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  readonly height?: number
  readonly isStacked?: boolean
  /** The value of the previous period for each time. */
  readonly before?: readonly (number | null)[] | undefined
  readonly beforeLabel?: string
  /** The range of the search. Outer buckets that reach beyond it are hatched. */
  readonly span?: Span | null | undefined
  readonly onSelect?: ((from: number, to: number) => void) | undefined
  /** Opens the requests of one bucket. */
  readonly onPick?: ((from: number, to: number) => void) | undefined
  readonly onReset?: (() => void) | undefined
  /** Shown beside the button that opens the table. */
  readonly actions?: ReactNode
  readonly isStale?: boolean
  readonly hasLegend?: boolean
  readonly className?: string
}

/** A chart with its title and total, and the same numbers as a table. */
export function ChartCard({
  title,
  figure,
  times,
  series,
  format,
  height = 92,
  isStacked = false,
  before,
  beforeLabel = 'Previous period',
  span,
  onSelect,
  onPick,
  onReset,
  actions,
  isStale = false,
  hasLegend = true,
  className,
}: Props) {
  const [isTable, setTable] = useState(false)
  const [point, setPoint] = useState<number | null>(null)
  const label = useMemo(() => `${title}: ${series.map((series) => series.label).join(', ')}`, [title, series])
  const allSeries: readonly ChartSeries[] = before
    ? [...series, { label: beforeLabel, kind: 'line', color: 'ink-faint', values: before }]
    : series
  const toggleLabel = isTable ? `${title} as a chart` : `${title} as a table`
  return (
    <section
      aria-label={title}
      aria-busy={isStale}
      className={classNames(
        'flex min-w-0 flex-col px-4 py-2',
        isStale && '[&>:not(header)]:opacity-60',
        className,
      )}
    >
      <header className="flex h-6 items-center gap-2">
        <h2 className="text-small font-medium text-ink-soft">{title}</h2>
        <p className="min-w-0 flex-1 truncate tabular-nums" aria-hidden={point !== null}>
          {point === null || times[point] === undefined ? (
            figure
          ) : (
            <span className="text-small text-ink-soft">
              {bucketText(times, point, span)}
              {series.map(({ label: name, values }) => ` · ${name} ${valueText(values[point], format)}`)}
              {before && ` · ${beforeLabel} ${valueText(before[point], format)}`}
            </span>
          )}
        </p>
        {actions}
        <TipButton tip={toggleLabel} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? <ChartColumn /> : <Table2 />}
        </TipButton>
      </header>
      {times.length === 0 ? (
        <p className="grid place-items-center text-small text-ink-faint" style={{ height }}>
          No data in this time range.
        </p>
      ) : isTable ? (
        <Suspense>
          <ChartNumbers
            span={span}
            title={title}
            times={times}
            series={allSeries}
            format={format}
            height={height}
            onPick={onPick}
          />
        </Suspense>
      ) : (
        <Chart
          span={span}
          label={label}
          times={times}
          series={series}
          format={format}
          height={height}
          isStacked={isStacked}
          before={before}
          onSelect={onSelect}
          onPick={onPick}
          onReset={onReset}
          onPoint={setPoint}
        />
      )}
      {allSeries.length > 1 && hasLegend && <Legend series={allSeries} />}
    </section>
  )
}

const Legend = ({ series }: Pick<Props, 'series'>) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-0.5 pt-1 text-small text-ink-soft">
    {series.map(({ label, color }) => (
      <li key={label} className="flex min-w-0 items-center gap-1">
        <span aria-hidden className="size-2 rounded-sm" style={{ background: `var(--color-${color})` }} />
        <span className="max-w-48 truncate [unicode-bidi:isolate]">{label}</span>
      </li>
    ))}
  </ul>
)
