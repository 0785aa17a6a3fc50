import { useQuery } from '@tanstack/react-query'
import { type Answer, queryOf } from '../api/index.ts'
import { counted, Skeleton } from '../design/index.ts'
import { TriangleAlert } from '../icons/index.ts'
import { money } from '../requests/index.ts'
import { type SheetParams, sheetKey } from '../sheets/queries.ts'
import { atLeast, boundText, countText, numbersOf, orMore, rangeOf, type Shown, timeText } from './figures.ts'
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
      No external calls: it costs only time of this server.
      {data.local.code_cells > 0 && ` ${codeText(data.local.code_cells)}`}
    </p>
  ) : (
    <Known forecast={data} />
  )
}

/** The reasons for unknown figures; columns with the same reason are named together. */
const unknownText = (unknown: Forecast['unknown']): string =>
  [...Map.groupBy(unknown, ({ reason }) => reason)]
    .map(([reason, columns]) => `${columns.map(({ title }) => title).join(', ')}: ${reason}`)
    .join(' ')

/** How many cells the server computes itself, in words; null if there are none. */
function localText({ cells, code_cells: code }: Forecast['local']): string | null {
  if (cells === 0) return null
  const text = `${counted(cells, 'more cell')} ${cells === 1 ? 'is' : 'are'} computed on this server, without calls or cost.`
  return code === 0 ? text : `${text} ${codeText(code)}`
}

const codeText = (cells: number) =>
  `${counted(cells, 'cell')} ${cells === 1 ? 'runs' : 'run'} code; how long that takes is not known before.`

function Known({ forecast: { total, unknown, columns, local, time_bound: bound } }: { forecast: Forecast }) {
  const rangeText = columns.some(({ calls }) => calls === null) ? atLeast : rangeOf
  const shownCost = unknown.length > 0 ? atLeast : rangeOf
  const figures = [
    ['Calls', total.calls && rangeText(total.calls, countText)],
    ['Cost', total.cost && shownCost(numbersOf(total.cost), money)],
    ['Time', timeOf(total.seconds, columns, bound)],
  ] as const
  const basis = basisOf(columns)
  const here = localText(local)
  return (
    <section aria-label="Forecast" className="rounded-md bg-sunken px-3 py-2">
      <ForecastFigures figures={figures} />
      {basis && (
        <p className="mt-1 text-small text-ink-faint">
          {basis}
          {bound && ` ${boundText(bound)}`}
        </p>
      )}
      {here && <p className="mt-1 text-small text-ink-faint">{here}</p>}
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
 * The time of columns that never ran is unknown. The time has no upper bound while the model has refused no call.
 */
function timeOf(
  seconds: Forecast['total']['seconds'],
  columns: Forecast['columns'],
  bound: Forecast['time_bound'],
): Shown | null {
  if (seconds === null) return { likely: 'Unknown', range: 'until a few rows ran' }
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
  const counted = parts.filter(([count]) => count > 0)
  const measured = `From ${counted.map(([count, what]) => `${count.toLocaleString('en')} ${what}`).join(' and ')}.`
  const estimated = columns.filter(({ basis }) => basis === 'texts').map(({ title }) => title)
  const sentences = [
    counted.length > 0 && measured,
    estimated.length > 0 &&
      `${estimated.join(', ')}: estimated from the length of ${from('texts').toLocaleString('en')} texts, as no cell has run yet.`,
  ].filter(Boolean)
  return sentences.length === 0 ? null : sentences.join(' ')
}
