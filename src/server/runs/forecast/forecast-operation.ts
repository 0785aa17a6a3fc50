import { type CostGroup, mayCallOthers } from '../../../engine/columns/index.ts'
import { type Limits, maxConcurrency, startingLimits } from '../../../engine/schedule/index.ts'
import {
  decideOperation,
  type Figures,
  type Forecast,
  forecast,
  selectOperation,
  type TimeBound,
  type Unknown,
} from '../../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { type LoadedSheet, loadSheet, typeOf } from '../../sheets/storage/index.ts'
import { requestOf } from '../operations/operations.ts'
import type { IdRange } from '../queue-queries.ts'
import { countCells, selectionsOf } from '../start-run.ts'
import { type ForecastPools, readPools } from './forecast-pools.ts'
import { type KnownCosts, knownCosts } from './known-costs.ts'

interface CalledColumn {
  readonly row: SheetColumnRow
  readonly cost: CostGroup
  readonly cells: number
}

export const forecastOperation: Handler<'forecastOperation'> = async (context, { caller, params, body }) => {
  const { store } = context
  const { workspace } = caller
  const loaded = await loadSheet(store.db, workspace, params)
  const { sheet, graph, byId } = loaded
  const selected = selectOperation(graph, sheet.id, requestOf(body), sheet.row_count)
  const costOf = (id: string) => typeOf(byId.get(id)!.type).cost
  const countOf = async (cost: CostGroup) => {
    const ranges = selected.filter(({ column }) => costOf(column) === cost)
    return (await countCells(store.scan, loaded, await selectionsOf(store.scan, loaded, ranges))).all
  }
  const codeCells = await countOf('compute')
  const local = { cells: codeCells + (await countOf('none')), code_cells: codeCells }
  let cellCount = local.cells
  const columns: CalledColumn[] = []
  let rows: readonly IdRange[] = []
  for (const range of selected.filter(({ column }) => mayCallOthers(costOf(column)))) {
    const selection = await selectionsOf(store.scan, loaded, [range])
    const { all: cells } = await countCells(store.scan, loaded, selection)
    cellCount += cells
    if (cells === 0) continue
    columns.push({ row: byId.get(range.column)!, cost: costOf(range.column), cells })
    rows = selection.flatMap((part) => part.rows)
  }
  const costs = await knownCosts(
    context,
    workspace,
    loaded,
    columns.filter(({ cost }) => cost !== 'external').map(({ row }) => row),
    rows,
  )
  const pools = await readPools(
    context,
    workspace,
    columns.map(({ row }) => row),
  )
  return { ...present(loaded, cellCount, columns, costs, pools), local }
}

const noKnownCosts: KnownCosts = { basis: 'nothing', costs: [] }

function present(
  { byId }: LoadedSheet,
  cellCount: number,
  columns: readonly CalledColumn[],
  known: ReadonlyMap<string, KnownCosts>,
  pools: ForecastPools,
) {
  const { total, ...forecasted } = forecast(
    columns.map(({ row, cells }) => ({
      column: row.id,
      pool: pools.poolOf(row.id),
      cells,
      paid: true,
      known: known.get(row.id)?.costs ?? [],
    })),
    pools.limits,
  )
  const columnForecasts: Forecast['columns'] = forecasted.columns
  return {
    success: true as const,
    cell_count: cellCount,
    requires_confirmation: decideOperation(cellCount, false) === 'confirm',
    columns: columns.map(({ row, cells }, index) => {
      const { basis, costs } = known.get(row.id) ?? noKnownCosts
      return {
        column_id: row.id,
        title: row.title,
        type: row.type,
        cells,
        basis,
        basis_count: costs.length,
        ...presentFigures(columnForecasts[index]!.figures),
      }
    }),
    total: presentFigures(total),
    unknown: forecasted.unknown.map((unknown) => {
      const { id, title, type } = byId.get(unknown.column)!
      return { column_id: id, title, reason: reasonOf(unknown, typeOf(type).cost) }
    }),
    concurrency: slotsOf(limitsOf(forecasted.bound, pools)),
    time_bound: forecasted.bound && presentBound(forecasted.bound, pools),
  }
}

const limitsOf = (bound: TimeBound | null, { limits }: ForecastPools): Limits =>
  (bound && limits.get(bound.pool)) ?? startingLimits

const slotsOf = ({ concurrency, isStarting }: Limits): number =>
  isStarting ? maxConcurrency : Math.floor(concurrency)

function presentBound(bound: TimeBound, pools: ForecastPools) {
  const limits = limitsOf(bound, pools)
  const { by } = bound
  const model = pools.nameOf(bound.pool)?.model ?? null
  if (by === 'slots') {
    const isLearned = !limits.isStarting
    return { model, by: 'concurrent_calls' as const, limit: slotsOf(limits), is_learned: isLearned }
  }
  return { model, by: `${by}_per_second` as const, limit: limits[by]!.perSecond, is_learned: true }
}

function presentFigures(figures: Figures | null) {
  return {
    calls: figures?.calls ?? null,
    input_tokens: figures?.inputTokens ?? null,
    output_tokens: figures?.outputTokens ?? null,
    cost: figures?.money ?? null,
    seconds: figures?.seconds ?? null,
  }
}

function reasonOf({ missing }: Unknown, cost: CostGroup): string {
  if (missing === 'money') return 'The price of the model is unknown.'
  if (cost === 'external') return 'The column calls a service whose time and price are unknown.'
  return 'No cell has run yet, and the text that it will send is unknown: run a few rows first.'
}
