import { columnTypes, mayCallOthers } from '../../engine/columns/index.ts'
import { isPriced } from '../../engine/price/index.ts'
import { type CellCost, type Figures, type ForecastColumn, forecast } from '../../engine/sheet/index.ts'
import type { ReportCellRow, ReportColumnRow } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { selectFigures } from '../requests/index.ts'
import { selectCells } from './cell-queries.ts'
import { selectColumns } from './column-queries.ts'
import { isComputed } from './columns-of.ts'
import { findReport } from './report-queries.ts'
import { pipelineOf, publishedDataset } from './run-report.ts'

/** More preview rows would add little precision. */
const maxSampledRows = 200

type Request = Awaited<ReturnType<typeof selectFigures>>[number]

export const forecastReport: Handler<'forecastReport'> = async ({ store }, { caller, params, body }) => {
  const { workspace } = caller
  const pipeline = pipelineOf(await findReport(store.db, workspace, params.report_id))
  const dataset = await publishedDataset(store.db, workspace, body.dataset_id ?? pipeline.dataset_id)
  const columns = (await selectColumns(store.db, workspace, pipeline.id)).filter(isComputed).filter(isCalling)
  const cells = (await selectCells(store.db, workspace, pipeline.id, 0, maxSampledRows)).filter(
    ({ status }) => status === 'COMPLETED',
  )
  const requests = await selectFigures(store.db, workspace, cells.flatMap(requestIdsOf))
  const byId = new Map(requests.map((request) => [request.id, request]))
  const columnCosts = columns.map((column) =>
    isExternal(column)
      ? []
      : cells
          .filter(({ column_id }) => column_id === column.id)
          .flatMap((cell) => costOf(requestIdsOf(cell).map((id) => byId.get(id)))),
  )
  const { columns: forecasts, total } = forecast(
    columns.map((column, index): ForecastColumn => {
      const id = String(column.id)
      return { column: id, pool: id, cells: dataset.row_count, paid: true, known: columnCosts[index]! }
    }),
    new Map(),
  )
  const figuresOf = new Map(forecasts.map(({ column, figures }) => [column, figures]))
  const described = columns.map((column, index) => {
    const figures = figuresOf.get(String(column.id)) ?? null
    const basisCount = columnCosts[index]!.length
    return { column, figures, basisCount, reason: basisCount > 0 && figures?.money == null ? noPrice : null }
  })
  return {
    success: true as const,
    row_count: dataset.row_count,
    columns: described.map(({ column, figures, basisCount }) => ({
      column_id: column.id,
      name: column.name,
      type: column.column_type,
      basis_count: basisCount,
      ...present(figures),
    })),
    total: present(total),
    unknown: described.flatMap(({ column, basisCount, reason }) => {
      const text = basisCount === 0 ? (isExternal(column) ? external : noPreviewAnswer) : reason
      return text === null ? [] : [{ column_id: column.id, name: column.name, reason: text }]
    }),
  }
}

const noPrice = 'The price of the model is unknown.'
const external = 'The column calls a service whose price is unknown.'
const noPreviewAnswer = 'No preview cell of the column has an answer.'

const costGroupOf = ({ column_type }: ReportColumnRow) =>
  columnTypes[column_type as keyof typeof columnTypes].cost

const isExternal = (column: ReportColumnRow): boolean => costGroupOf(column) === 'external'

const isCalling = (column: ReportColumnRow): boolean => mayCallOthers(costGroupOf(column))

const requestIdsOf = ({ request_ids }: ReportCellRow): readonly number[] =>
  request_ids === null ? [] : (JSON.parse(request_ids) as number[])

/** The cost of a cell by its requests; none if one of them was deleted. */
function costOf(requests: readonly (Request | undefined)[]): CellCost[] {
  const stored = requests.filter((request) => request !== undefined)
  if (stored.length < requests.length) return []
  const sum = (field: 'input_tokens' | 'output_tokens') =>
    stored.reduce<number | null>((total, { [field]: count }) => plus(total, count), 0)
  const isKnown = stored.every(({ price_source }) => isPriced(price_source))
  return [
    {
      calls: stored.length,
      inputTokens: sum('input_tokens'),
      outputTokens: sum('output_tokens'),
      price: isKnown ? String(stored.reduce((total, { price }) => total + price, 0)) : null,
      latencyMilliseconds: stored.reduce((total, { latency_ms }) => total + latency_ms, 0),
    },
  ]
}

/** Null if one of them is null, which is an unknown count. */
const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)

const present = (figures: Figures | null) => ({
  calls: figures?.calls ?? null,
  input_tokens: figures?.inputTokens ?? null,
  output_tokens: figures?.outputTokens ?? null,
  cost: figures?.money ?? null,
})
