import { useQuery } from '@tanstack/react-query'
import { type Answer, queryOf } from '../api/index.ts'
import { counted, Skeleton } from '../design/index.ts'
import { TriangleAlert } from '../icons/index.ts'
import { money } from '../requests/index.ts'
import { type SheetParams, sheetKey } from '../sheets/queries.ts'
import {
  atLeast,
  boundText,
  countText,
  type Figure,
  numbersOf,
  orMore,
  rangeOf,
  timeText,
} from './figures.ts'
import { ForecastFigures } from './forecast-figures.tsx'
import type { Scope } from './scopes.ts'

type Forecast = Answer<'forecastOperation'>

export const forecastOf = (params: SheetParams, scope: Scope) =>
  queryOf([...sheetKey(params), 'forecast', scope], 'forecastOperation', { params, body: scope })

/** The forecast of a run; the run can be started before it arrives. */
export function ForecastView({ params, scope }: { params: SheetParams; scope: Scope }) {
  const { data, error } = useQuery(forecastOf(params, scope))
  if (error) return <p className="text-ink-soft">No forecast: {error.message}</p>
  if (!data) return <Skeleton className="h-14" />
  return data.columns.length === 0 ? (
    <p className="rounded-md bg-sunken px-3 py-2 text-ink-soft">
      The run makes no external calls, so it costs nothing.
      {data.local.code_cells > 0 && ` ${codeText(data.local.code_cells)}`}
    </p>
  ) : (
    <KnownForecast forecast={data} />
  )
}

/** The reasons for unknown figures; columns with the same reason are named together. */
const unknownText = (unknown: Forecast['unknown']): string =>
  [...Map.groupBy(unknown, ({ reason }) => reason)]
    .map(([reason, columns]) => `${columns.map(({ title }) => title).join(', ')}: ${reason}`)
    .join(' ')

/** A sentence about the cells that this server computes itself; null if there are none. */
function localText({ cells, code_cells: code }: Forecast['local']): string | null {
  if (cells === 0) return null
  const text = `${counted(cells, 'more cell')} ${cells === 1 ? 'is' : 'are'} computed on this server, without calls or cost.`
  return code === 0 ? text : `${text} ${codeText(code)}`
}

const codeText = (cells: number) =>
  `${counted(cells, 'cell')} ${cells === 1 ? 'runs' : 'run'} code, whose time is not known in advance.`

function KnownForecast({
  forecast: { total, unknown, columns, local, time_bound: bound },
}: {
  forecast: Forecast
}) {
  const rangeText = columns.some(({ calls }) => calls === null) ? atLeast : rangeOf
  const shownCost = unknown.length > 0 ? atLeast : rangeOf
  const figures = [
    ['Calls', total.calls && rangeText(total.calls, countText)],
    ['Cost', total.cost && shownCost(numbersOf(total.cost), money)],
    ['Time', timeOf(total.seconds, columns, bound)],
  ] as const
  const basis = basisOf(columns)
  const localCells = localText(local)
  return (
    <section aria-label="Forecast" className="rounded-md bg-sunken px-3 py-2">
      <ForecastFigures figures={figures} />
      {basis && (
        <p className="mt-1 text-small text-ink-faint">
          {basis}
          {bound && ` ${boundText(bound)}`}
        </p>
      )}
      {localCells && <p className="mt-1 text-small text-ink-faint">{localCells}</p>}
      {unknown.length > 0 && (
        <p className="mt-1 flex gap-1.5 text-small text-warning">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span>Not counted. {unknownText(unknown)}</span>
        </p>
      )}
    </section>
  )
}

/**
 * The time of columns that never ran is unknown. Until a model has refused a call, its limits are unknown, so the
 * time has no upper bound.
 */
function timeOf(
  seconds: Forecast['total']['seconds'],
  columns: Forecast['columns'],
  bound: Forecast['time_bound'],
): Figure | null {
  if (seconds === null) return { likely: 'Unknown', range: 'until some rows have run' }
  if (columns.some((column) => column.seconds === null)) return atLeast(seconds, timeText)
  return bound?.is_learned ? rangeOf(seconds, timeText) : orMore(seconds, timeText)
}

/** The measurements and texts that the forecast is based on; null if there are none. */
function basisOf(columns: Forecast['columns']): string | null {
  const from = (basis: string) =>
    columns.filter((column) => column.basis === basis).reduce((sum, column) => sum + column.basis_count, 0)
  const parts = [
    [from('cells'), 'cells that ran before'],
    [from('requests'), 'logged requests of these prompts'],
  ] as const
  const sources = parts.filter(([count]) => count > 0)
  const measured = `From ${sources.map(([count, noun]) => `${count.toLocaleString('en')} ${noun}`).join(' and ')}.`
  const estimated = columns.filter(({ basis }) => basis === 'texts').map(({ title }) => title)
  const sentences = [
    sources.length > 0 && measured,
    estimated.length > 0 &&
      `${estimated.join(', ')}: estimated from the length of ${from('texts').toLocaleString('en')} texts, because no cell has run yet.`,
  ].filter(Boolean)
  return sentences.length === 0 ? null : sentences.join(' ')
}
