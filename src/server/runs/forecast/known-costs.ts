import { isPriced } from '../../../engine/price/index.ts'
import type { SearchCriteria } from '../../../engine/search/index.ts'
import type { CellCost } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { Store } from '../../db/index.ts'
import { promptRegistry } from '../../prompts/index.ts'
import { findRequestIds, selectFigures } from '../../requests/index.ts'
import { configOf, type LoadedSheet, promptUseOf, type RequestMetrics } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { IdRange } from '../queue-queries.ts'
import { estimatedCosts } from './estimated-costs.ts'
import { findMeasured, selectMeasured } from './forecast-queries.ts'

export interface KnownCosts {
  readonly basis: 'cells' | 'requests' | 'texts' | 'nothing'
  readonly costs: readonly CellCost[]
}

type Column = LoadedSheet['columns'][number]

/** Number of rows in each of the four samples: selected rows, the first rows, the last rows, and evenly spread rows. */
const sampleRows = 150
/** More costs would add little precision. */
const maxCosts = 200
/** With fewer costs the whole sheet is scanned. */
const minCosts = 3

/**
 * The costs of a column: of its cells; without such cells, of the requests of its prompt; otherwise estimates from the
 * texts.
 */
export async function knownCosts(
  context: Pick<Context, 'store' | 'prices' | 'now'>,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  columns: readonly Column[],
  ranges: readonly IdRange[],
): Promise<ReadonlyMap<string, KnownCosts>> {
  const { store } = context
  const { sheet } = loaded
  const stored = columns.filter(({ stored_cells }) => stored_cells > 0)
  const numbers = stored.map(({ number }) => number)
  const rows = sampleOf(sheet.next_row_id, ranges)
  const measured = stored.length === 0 ? [] : await selectMeasured(store.db, sheet, numbers, rows)
  const byColumn = Map.groupBy(measured, (cell) => cell.column_number)
  const costsOfColumns = new Map<string, KnownCosts>()
  for (const column of columns) {
    let cells = byColumn.get(column.number) ?? []
    if (column.stored_cells > cells.length && cells.length < minCosts)
      cells = await findMeasured(store.scan, sheet, column.number, maxCosts)
    const costs = cells.slice(0, maxCosts).map(({ metrics }) => costOf(metrics!))
    costsOfColumns.set(
      column.id,
      costs.length > 0
        ? { basis: 'cells', costs }
        : await costsWithoutRun(context, workspace, loaded, column),
    )
  }
  return costsOfColumns
}

function sampleOf(nextRow: number, ranges: readonly IdRange[]): number[] {
  const ids = new Set<number>()
  const add = (from: number, to: number) => {
    for (let id = Math.max(0, from); id < Math.min(nextRow, to); id++) ids.add(id)
  }
  for (const [from, to] of ranges) {
    if (ids.size >= sampleRows) break
    add(from, Math.min(to + 1, from + sampleRows - ids.size))
  }
  add(0, sampleRows)
  add(nextRow - sampleRows, nextRow)
  const stride = Math.max(1, Math.floor(nextRow / sampleRows))
  for (let id = 0; id < nextRow; id += stride) ids.add(id)
  return [...ids]
}

function costOf(text: string): CellCost {
  const { request_count, input_tokens, output_tokens, price, latency_ms } = JSON.parse(text) as RequestMetrics
  return {
    calls: request_count,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    price: price === null ? null : String(price),
    latencyMilliseconds: latency_ms,
  }
}

async function costsWithoutRun(
  context: Pick<Context, 'store' | 'prices' | 'now'>,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  column: Column,
): Promise<KnownCosts> {
  const ofPrompt = await costsOfPrompt(context.store, workspace, column)
  if (ofPrompt.costs.length > 0) return ofPrompt
  const costs = await estimatedCosts(context, workspace, loaded, column)
  return { basis: costs.length > 0 ? 'texts' : 'nothing', costs }
}

const maxRequests = 100

async function costsOfPrompt(store: Store, workspace: WorkspaceId, column: Column): Promise<KnownCosts> {
  const use = column.type === 'PROMPT_TEMPLATE' ? promptUseOf(configOf(column)) : null
  const prompt =
    use && (await promptRegistry.find(store.db, workspace, String(use.prompt_id ?? use.prompt_name)))
  if (!prompt) return { basis: 'nothing', costs: [] }
  const filters = [
    { field: 'prompt_id', operator: 'is', value: prompt.id },
    { field: 'status', operator: 'is', value: 'SUCCESS' },
  ]
  const criteria: SearchCriteria = {
    filter_group: { logic: 'AND', filters },
    sort_by: 'request_start_time',
    sort_order: 'desc',
  }
  const ids = await findRequestIds(store, workspace, criteria, maxRequests)
  const costs = (await selectFigures(store.db, workspace, ids)).map(
    (request): CellCost => ({
      calls: 1,
      inputTokens: request.input_tokens,
      outputTokens: request.output_tokens,
      price: isPriced(request.price_source) ? String(request.price) : null,
      latencyMilliseconds: request.latency_ms,
    }),
  )
  return { basis: costs.length > 0 ? 'requests' : 'nothing', costs }
}
