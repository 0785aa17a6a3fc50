import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Button, classNames, Tooltip } from '../design/index.ts'
import { bucketAt, Chart, type ChartSeries } from './chart.tsx'
import { isPartial } from './is-partial.ts'

interface Props {
  readonly title: string
  /** What it comes to, beside the title. */
  readonly figure?: ReactNode
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  readonly height?: number
  readonly isStacked?: boolean
  /** A value of the period before for each time. */
  readonly before?: readonly (number | null)[] | undefined
  readonly beforeLabel?: string
  readonly onSelect?: ((from: number, to: number) => void) | undefined
  /** Opens the requests of one bucket. */
  readonly onPick?: ((from: number, to: number) => void) | undefined
  readonly onReset?: (() => void) | undefined
  /** Beside the button that shows the numbers. */
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
  beforeLabel = 'Period before',
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
  const label = useMemo(() => `${title}: ${series.map((one) => one.label).join(', ')}`, [title, series])
  const listed: readonly ChartSeries[] = before
    ? [...series, { label: beforeLabel, kind: 'line', color: 'ink-faint', values: before }]
    : series
  const toggle = isTable ? `${title} as a chart` : `${title} as a table`
  return (
    <section
      aria-label={title}
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
              {bucketText(times, point)}
              {series.map(({ label: name, values }) => ` · ${name} ${shown(values[point], format)}`)}
              {before && ` · ${beforeLabel} ${shown(before[point], format)}`}
            </span>
          )}
        </p>
        {actions}
        <Tooltip label={toggle}>
          <Button
            kind="quiet"
            size="small-icon"
            aria-label={toggle}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <ChartColumn /> : <Table2 />}
          </Button>
        </Tooltip>
      </header>
      {times.length === 0 ? (
        <p className="grid place-items-center text-small text-ink-faint" style={{ height }}>
          Nothing in this time.
        </p>
      ) : isTable ? (
        <Numbers
          title={title}
          times={times}
          series={listed}
          format={format}
          height={height}
          onPick={onPick}
        />
      ) : (
        <Chart
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
      {listed.length > 1 && hasLegend && <Legend series={listed} />}
    </section>
  )
}

const Legend = ({ series }: Pick<Props, 'series'>) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-0.5 pt-1 text-small text-ink-soft">
    {series.map(({ label, color }) => (
      <li key={label} className="flex min-w-0 items-center gap-1">
        <span aria-hidden className="size-2 rounded-sm" style={{ background: `var(--${color})` }} />
        <span className="max-w-48 truncate [unicode-bidi:isolate]">{label}</span>
      </li>
    ))}
  </ul>
)

const Numbers = ({
  title,
  times,
  series,
  format,
  height,
  onPick,
}: Pick<Props, 'title' | 'times' | 'series' | 'format' | 'onPick'> & { height: number }) => (
  <section
    aria-label={`Numbers of ${title}`}
    className="overflow-auto text-small"
    style={{ height }}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard.
    tabIndex={0}
  >
    <table className="w-full tabular-nums">
      <thead className="sticky top-0 bg-surface text-ink-faint">
        <tr>
          <th scope="col" className="text-left font-normal">
            Time
          </th>
          {series.map(({ label }) => (
            <th key={label} scope="col" className="max-w-40 truncate pl-3 text-right font-normal">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, index) => (
          <tr key={time} className="border-t">
            <th scope="row" className="text-left font-normal whitespace-nowrap">
              {onPick ? (
                <button
                  type="button"
                  className="min-h-6 hover:underline"
                  onClick={() => onPick(...bucketAt(times, index))}
                >
                  {bucketText(times, index)}
                </button>
              ) : (
                bucketText(times, index)
              )}
            </th>
            {series.map(({ label, values }) => (
              <td key={label} className="pl-3 text-right">
                {shown(values[index], format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** When a bucket begins; the current one is marked, because it is compared with whole ones. */
const bucketText = (times: readonly number[], index: number): string => {
  const isCurrent = index === times.length - 1 && isPartial(times, Date.now() / 1000)
  return `${exact.format(times[index]! * 1000)}${isCurrent ? ', so far' : ''}`
}

const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)
