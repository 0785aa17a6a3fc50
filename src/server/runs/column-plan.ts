import type { CostGroup, Evaluator, Inputs, Json } from '../../engine/columns/index.ts'
import { canonical } from '../../engine/json/canonical.ts'
import {
  type CellStatus,
  type ColumnKind,
  type Graph,
  type InputHasher,
  inputHasher,
  type PromptVersion,
  type ReadinessCheck,
  readinessCheck,
  sourceTitle,
} from '../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../db/index.ts'
import { configOf, type LoadedSheet, typeOf } from '../sheets/storage/index.ts'
import type { BatchRow } from './batch-cell.ts'
import { type CellReads, cellReads, type Mirrored, shownColumnOf } from './cell-reads.ts'

/** The entities to which the names in a column's config resolve. They are a part of the inputs of its cells. */
export interface ColumnReferences {
  readonly versions: Readonly<Record<string, string | number>>
  readonly evaluator: Json
  /** The registry version of the column's prompt; null without one. */
  readonly promptVersion: PromptVersion | null
  /** False if a dynamic label selects a template for each call, so that values cannot be cached. */
  readonly hasFixedTemplate: boolean
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
  /** The version of the prompt whose text and model are part of the hash; null without one. */
  readonly promptVersion: PromptVersion | null
  /** True if each run makes new calls: even answers that another run paid for are not used. */
  readonly ignoresPaidCalls: boolean
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

const noColumns = () => ({})

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
  const { graph, sheet } = loaded
  const computedIds = graph.order.filter(
    (id) => graph.find(id)!.sheet === sheet.id && isStoredKind(graph.find(id)!.kind),
  )
  const slots = new Map(computedIds.map((id, slot) => [id, slot]))
  const { statusOf, readOf } = cellReads(loaded, slots, mirrored)
  const measured = new Set(
    computedIds.flatMap((id) =>
      graph
        .sources(id)
        .flatMap(({ column, part }) => (part !== null && shownColumnOf(loaded, column ?? '')) || []),
    ),
  )
  const columns = computedIds.map((id) => ({
    ...plannedColumn(loaded, id, readOf, references.get(id)),
    slot: slots.get(id)!,
    isMeasured: measured.has(id),
    downstream: graph.downstream(id).flatMap(({ column }) => slots.get(column) ?? []),
  }))
  return { columns, slots, statusOf }
}

/** The fields of a planned column that do not depend on the other columns of the plan. */
function plannedColumn(
  { graph, sheet, byId }: LoadedSheet,
  id: string,
  readOf: CellReads['readOf'],
  resolved: ColumnReferences | undefined,
): Omit<PlannedColumn, 'slot' | 'isMeasured' | 'downstream'> {
  const row = byId.get(id)!
  const described = graph.find(id)!
  const type = typeOf(row.type)
  const stored = configOf(row)
  const config = type.config(stored)
  const ignoresPaidCalls = stored?.['cache'] === false
  const sources = graph.sources(id)
  const sourceReads = sources.map((source) => readOf(source.column, source.part))
  const leftColumns = described.seesRow ? graph.left(id) : []
  const leftReads = leftColumns.map((column) => readOf(column.id, null))
  const reads = [...sourceReads, ...leftReads]
  const count = type.dependsOn(config).length
  const titles = sources
    .slice(0, count)
    .map((source) => sourceTitle(source, (columnId) => graph.find(columnId)))
  return {
    row,
    id,
    kind: described.kind,
    cost: type.cost,
    isCached: type.cost === 'model' && resolved?.hasFixedTemplate !== false && !ignoresPaidCalls,
    promptVersion: resolved?.promptVersion ?? null,
    ignoresPaidCalls,
    evaluator: described.kind === 'computed' ? type.evaluator(config) : null,
    readiness: readinessCheck(graph, id),
    hasher: inputHasher({
      definition: described.definition,
      resolved: resolved?.versions ?? {},
      model: null,
      evaluator: resolved?.evaluator ?? null,
      titles: described.seesTitles
        ? [...titles, ...leftColumns.map(({ title }) => title)]
        : absentTitles(titles),
    }),
    reachesOut: graph.downstream(id).some(({ column }) => graph.find(column)!.sheet !== sheet.id),
    values: (batchRow) => reads.map((read) => read(batchRow)),
    inputs: (batchRow, values) => ({
      values: values.length === count ? values : values.slice(0, count),
      titles,
      row:
        leftColumns.length === 0
          ? noColumns
          : () =>
              Object.fromEntries(leftColumns.map(({ title }, index) => [title, leftReads[index]!(batchRow)])),
    }),
  }
}

/**
 * The numbers of the columns that a run of `numbers` needs: these columns, their downstream columns, and the inputs of
 * both.
 */
export function neededColumns(loaded: LoadedSheet, numbers: readonly number[]): number[] {
  const { graph, sheet, columns, byId } = loaded
  const columnIds = columns.filter(({ number }) => numbers.includes(number)).map(({ id }) => id)
  const downstream = columnIds.flatMap((id) => graph.downstream(id).map(({ column }) => column))
  const visited = new Set([...columnIds, ...downstream])
  for (const id of [...visited])
    for (const input of graph.inputs(id)) {
      const shownColumn = shownColumnOf(loaded, input)
      if (shownColumn !== null) visited.add(shownColumn)
    }
  const idsOfSheet = [...visited].filter((id) => graph.find(id)!.sheet === sheet.id)
  return idsOfSheet.flatMap((id) => (isStoredKind(graph.find(id)!.kind) ? [byId.get(id)!.number] : []))
}

/**
 * The titles to hash although the evaluator does not read titles. A deleted source has an empty title and reads as null.
 * If there is one, all titles are hashed, because code can distinguish it from a source whose value is null.
 */
const absentTitles = (titles: readonly string[]): readonly string[] => (titles.includes('') ? titles : [])

const isStoredKind = (kind: ColumnKind): boolean =>
  kind === 'computed' || kind === 'human' || kind === 'aggregate'
