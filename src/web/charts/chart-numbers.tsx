import { keyboardScroll } from '../design/index.ts'
import { bucketText, valueText } from './bucket-text.ts'
import { bucketAt, type ChartSeries } from './chart.tsx'
import type { Span } from './partial-buckets.ts'

interface Props {
  readonly title: string
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  readonly height: number
  readonly span: Span | null | undefined
  readonly onPick?: ((from: number, to: number) => void) | undefined
}

/** The numbers of a chart, one bucket a row. */
export const ChartNumbers = ({ title, times, series, format, height, span, onPick }: Props) => (
  <section
    aria-label={`Numbers of ${title}`}
    className="overflow-auto text-small"
    style={{ height }}
    {...keyboardScroll}
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
                  {bucketText(times, index, span)}
                </button>
              ) : (
                bucketText(times, index, span)
              )}
            </th>
            {series.map(({ label, values }) => (
              <td key={label} className="pl-3 text-right">
                {valueText(values[index], format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
