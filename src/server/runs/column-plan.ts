import type { CostGroup, Evaluator, Inputs, Json } from '../../engine/columns/index.ts'
import { canonical } from '../../engine/json/canonical.ts'
import {
  type CellStatus,
  type ColumnKind,
  type Graph,
  type InputHasher,
  inputHasher,
  type Metric,
  metricOf,
  NEW_CELL,
  type ReadinessCheck,
  readinessCheck,
  sourceTitle,
} from '../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../db/index.ts'
import { configOf, type LoadedSheet, traceMetrics, typeOf } from '../sheets/storage/index.ts'
import type { BatchRow } from './batch-cell.ts'
import type { ColumnReferences } from './resolved.ts'

/** The cells that mirrors show, which are read separately. */
export interface Mirrored {
  status(column: string, row: BatchRow): CellStatus
  value(column: string, row: BatchRow): Json
  measured(column: string, row: BatchRow, metric: Metric): Json
}

/** A computed or answered column, with the values that all of its cells share. */
export interface PlannedColumn {
  readonly row: SheetColumnRow
  readonly id: string
  readonly kind: ColumnKind
  /** The index of the column's cell in a row of the batch. */
  readonly slot: number
  readonly cost: CostGroup
  /** True if cells with equal inputs may use a cached value. */
  readonly isCached: boolean
  /** True if each run makes new calls: even answers that another run paid for are not used. */
  readonly ignoresPaid: boolean
  /** Null for HUMAN columns. */
  readonly evaluator: Evaluator | null
  readonly readiness: ReadinessCheck
  readonly hasher: InputHasher
  /** True if columns of the sheet read the cost or latency of this column's runs. */
  readonly isMeasured: boolean
  /** Slots of the downstream columns in this sheet. */
  readonly downstream: readonly number[]
  /** True if columns of other sheets are downstream. */
  readonly reachesOut: boolean
  values(row: BatchRow): Json[]
  inputs(row: BatchRow, values: readonly Json[]): Inputs
}

export interface SheetPlan {
  readonly loaded: LoadedSheet
  /** The columns in topological order. */
  readonly columns: readonly PlannedColumn[]
  readonly slots: ReadonlyMap<string, number>
  statusOf(column: string, row: BatchRow): CellStatus
}

type Read = (row: BatchRow) => Json

const noColumns = () => ({})

const DONE: CellStatus = { state: 'COMPLETED', resting: 'COMPLETED', awaiting: false }

/** Cached plans of sheets that mirror no other sheet, with their resolved references. */
const cachedPlans = new WeakMap<
  Graph,
  { readonly references: string; readonly plan: Omit<SheetPlan, 'loaded'> }
>()

/**
 * Makes the plan of a sheet. It depends only on the loaded columns, whose graph the batches of a run share, and on the
 * resolved references.
 */
export function planSheet(
  loaded: LoadedSheet,
  mirrored: Mirrored | null,
  references: ReadonlyMap<string, ColumnReferences>,
): SheetPlan {
  if (mirrored || loaded.sheets.size > 1) return { ...newPlan(loaded, mirrored, references), loaded }
  const text = canonical([...references])
  const cachedPlan = cachedPlans.get(loaded.graph)
  const plan = cachedPlan?.references === text ? cachedPlan.plan : newPlan(loaded, mirrored, references)
  cachedPlans.set(loaded.graph, { references: text, plan })
  return { ...plan, loaded }
}

function newPlan(
  loaded: LoadedSheet,
  mirrored: Mirrored | null,
  references: ReadonlyMap<string, ColumnReferences>,
): Omit<SheetPlan, 'loaded'> {
  const { graph, sheet, byId } = loaded
  const computedIds = graph.order.filter(
    (id) => graph.find(id)!.sheet === sheet.id && isKept(graph.find(id)!.kind),
  )
  const slots = new Map(computedIds.map((id, slot) => [id, slot]))
  const statusOf = (columnId: string, row: BatchRow): CellStatus => {
    const id = shownBy(loaded, columnId)
    const slot = id === null ? undefined : slots.get(id)
    if (slot !== undefined) return row.cells[slot] ?? NEW_CELL
    if (id === null) return NEW_CELL
    return graph.find(id)!.kind === 'mirror' && mirrored ? mirrored.status(id, row) : DONE
  }
  const readOf = (columnId: string | null, part: string | null): Read => {
    const id = columnId === null ? null : shownBy(loaded, columnId)
    if (id === null) return () => null
    const slot = slots.get(id)
    const metric = metricOf(part)
    if (slot !== undefined) {
      if (metric === 'price') return (row) => row.cells[slot]?.price ?? null
      if (metric === 'latency_ms') return (row) => row.cells[slot]?.latency ?? null
      return (row) => {
        const cell = row.cells[slot]
        return cell?.state === 'COMPLETED' ? cell.value : null
      }
    }
    const column = byId.get(id)!
    const { kind } = graph.find(id)!
    if (kind === 'mirror') {
      if (metric !== null) return (row) => mirrored?.measured(id, row, metric) ?? null
      return (row) => mirrored?.value(id, row) ?? null
    }
    if (metric !== null) return (row) => traceMetrics(row.texts[column.number] ?? null)?.[metric] ?? null
    return (row) => row.texts[column.number] ?? null
  }
  const measured = new Set(
    computedIds.flatMap((id) =>
      graph.sources(id).flatMap(({ column, part }) => (part !== null && shownBy(loaded, column ?? '')) || []),
    ),
  )
  const columns = computedIds.map((id): PlannedColumn => {
    const row = byId.get(id)!
    const described = graph.find(id)!
    const type = typeOf(row.type)
    const stored = configOf(row)
    const config = type.config(stored)
    const ignoresPaid = stored?.['cache'] === false
    const sources = graph.sources(id)
    const sourceReads = sources.map((source) => readOf(source.column, source.part))
    const left = described.seesRow ? graph.left(id) : []
    const leftReads = left.map((column) => readOf(column.id, null))
    const reads = [...sourceReads, ...leftReads]
    const count = type.dependsOn(config).length
    const titles = sources.slice(0, count).map((source) => sourceTitle(source, (one) => graph.find(one)))
    const resolved = references.get(id)
    const reached = graph.downstream(id)
    return {
      row,
      id,
      kind: described.kind,
      slot: slots.get(id)!,
      cost: type.cost,
      isCached: type.cost === 'model' && resolved?.isSettled !== false && !ignoresPaid,
      ignoresPaid,
      evaluator: described.kind === 'computed' ? type.evaluator(config) : null,
      readiness: readinessCheck(graph, id),
      hasher: inputHasher({
        definition: described.definition,
        resolved: resolved?.versions ?? {},
        model: null,
        evaluator: resolved?.evaluator ?? null,
        titles: described.seesTitles ? [...titles, ...left.map(({ title }) => title)] : absentTitles(titles),
      }),
      isMeasured: measured.has(id),
      downstream: reached.flatMap(({ column }) => slots.get(column) ?? []),
      reachesOut: reached.some(({ column }) => graph.find(column)!.sheet !== sheet.id),
      values: (batchRow) => reads.map((read) => read(batchRow)),
      inputs: (batchRow, values) => ({
        values: values.length === count ? values : values.slice(0, count),
        titles,
        row:
          left.length === 0
            ? noColumns
            : () => Object.fromEntries(left.map(({ title }, index) => [title, leftReads[index]!(batchRow)])),
      }),
    }
  })
  return { columns, slots, statusOf }
}

/**
 * The numbers of the columns that a run of `numbers` needs: these columns, their downstream columns, and the inputs of
 * both.
 */
export function neededColumns(loaded: LoadedSheet, numbers: readonly number[]): number[] {
  const { graph, sheet, columns, byId } = loaded
  const columnIds = columns.filter(({ number }) => numbers.includes(number)).map(({ id }) => id)
  const reached = columnIds.flatMap((id) => graph.downstream(id).map(({ column }) => column))
  const visited = new Set([...columnIds, ...reached])
  for (const id of [...visited])
    for (const input of graph.inputs(id)) {
      const shownColumn = shownBy(loaded, input)
      if (shownColumn !== null) visited.add(shownColumn)
    }
  const idsOfSheet = [...visited].filter((id) => graph.find(id)!.sheet === sheet.id)
  return idsOfSheet.flatMap((id) => (isKept(graph.find(id)!.kind) ? [byId.get(id)!.number] : []))
}

/**
 * Follows mirrors within the sheet to the column that they show. For a mirror of another sheet or of
 * a deleted column, returns the mirror itself.
 */
function shownBy({ graph, sheet }: LoadedSheet, id: string): string | null {
  let columnId = id
  for (;;) {
    const column = graph.find(columnId)
    if (!column) return null
    if (column.kind !== 'mirror' || graph.isInCycle(columnId)) return columnId
    const source = graph.sources(columnId)[0]?.column ?? null
    if (source === null || graph.find(source)?.sheet !== sheet.id) return columnId
    columnId = source
  }
}

/**
 * The titles to hash although the evaluator does not read titles. A deleted source has an empty title and reads as null.
 * If there is one, all titles are hashed, because code can distinguish it from a source whose value is null.
 */
const absentTitles = (titles: readonly string[]): readonly string[] => (titles.includes('') ? titles : [])

const isKept = (kind: ColumnKind): boolean => kind === 'computed' || kind === 'human' || kind === 'aggregate'
