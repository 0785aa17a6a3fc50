import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { counted, Skeleton } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import { money } from '../../requests/index.ts'
import { atLeast, countText, ForecastFigures, numbersOf, rangeOf } from '../../runs/index.ts'

interface Props {
  readonly report: number
  /** Null if the pipeline's own dataset is run. */
  readonly dataset: number | null
}

/** The calls and the cost of a run, from the preview of its pipeline; the run can be started before it arrives. */
export function RunForecast({ report, dataset }: Props) {
  const { data, error } = useQuery({
    ...queryOf(['reports', report, 'forecast', dataset], 'forecastReport', {
      params: { report_id: report },
      body: { dataset_id: dataset },
    }),
    placeholderData: undefined,
  })
  if (error) return <p className="text-ink-soft">No forecast: {error.message}</p>
  if (!data) return <Skeleton className="h-14" />
  const { row_count: rows, columns, total, unknown } = data
  if (columns.length === 0)
    return (
      <p className="rounded-md bg-sunken px-3 py-2 text-ink-soft">
        {counted(rows, 'row')}, no external calls: the run costs only time of this server.
      </p>
    )
  const isPartial = columns.some(({ calls }) => calls === null)
  const cells = columns.reduce((sum, { basis_count }) => sum + basis_count, 0)
  return (
    <section aria-label="Forecast" className="rounded-md bg-sunken px-3 py-2">
      <ForecastFigures
        figures={[
          ['Rows', { likely: countText(rows) }],
          ['Calls', total.calls && (isPartial ? atLeast : rangeOf)(total.calls, countText)],
          ['Cost', total.cost && (unknown.length > 0 ? atLeast : rangeOf)(numbersOf(total.cost), money)],
        ]}
      />
      {cells > 0 && (
        <p className="mt-1 text-small text-ink-faint">From {counted(cells, 'cell')} of the preview.</p>
      )}
      {unknown.length > 0 && (
        <p className="mt-1 flex gap-1.5 text-small text-warning">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span>Not counted. {unknown.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}</span>
        </p>
      )}
    </section>
  )
}
