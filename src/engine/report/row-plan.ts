import {
  type ColumnTypeName,
  columnTypes,
  type Evaluator,
  type Failure,
  type Inputs,
  type Json,
  type Reference,
} from '../columns/index.ts'

/** A computed column of a report, with its stored config. */
export interface ReportColumn {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

/** Result of a cell. */
export type ReportCell =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Source of a value: an index among the dataset's columns, or among the computed ones. */
type Source = { readonly kind: 'dataset' | 'computed'; readonly index: number }

export interface PlannedColumn {
  readonly id: number
  readonly name: string
  readonly evaluator: Evaluator
  readonly references: readonly Reference[]
  /** In the order of the references; null if no column to the left has the name. */
  readonly sources: readonly (Source | null)[]
  readonly seesRow: boolean
  readonly acceptsFailedSources: boolean
}

/** How the cells of a row are computed, from left to right. */
export interface RowPlan {
  readonly datasetColumns: readonly string[]
  readonly columns: readonly PlannedColumn[]
}

/** Parses every column once. Stored configs are never refused. */
export function planRow(datasetColumns: readonly string[], columns: readonly ReportColumn[]): RowPlan {
  return {
    datasetColumns,
    columns: columns.map((column, index) => planColumn(datasetColumns, columns.slice(0, index), column)),
  }
}

function planColumn(
  datasetColumns: readonly string[],
  earlier: readonly ReportColumn[],
  { id, name, type, config }: ReportColumn,
): PlannedColumn {
  const columnType = columnTypes[type as ColumnTypeName]
  const parsedConfig = columnType.config(config)
  const references = columnType.dependsOn(parsedConfig)
  return {
    id,
    name,
    evaluator: columnType.evaluator(parsedConfig),
    references,
    sources: references.map(({ target }) => sourceOf(target, datasetColumns, earlier)),
    seesRow: columnType.seesRow?.(parsedConfig) ?? false,
    acceptsFailedSources: columnType.acceptsFailedSources?.(parsedConfig) ?? false,
  }
}

/** Computed columns win over dataset columns; only columns to the left count. */
function sourceOf(
  target: string,
  datasetColumns: readonly string[],
  earlier: readonly Pick<ReportColumn, 'name'>[],
): Source | null {
  const computed = earlier.findIndex(({ name }) => name === target)
  if (computed >= 0) return { kind: 'computed', index: computed }
  const dataset = datasetColumns.indexOf(target)
  return dataset < 0 ? null : { kind: 'dataset', index: dataset }
}

/** The first required source that no column to the left provides. */
export const missingSource = ({ references, sources }: PlannedColumn): string | null =>
  references.find((reference, index) => sources[index] === null && !reference.optional)?.target ?? null

/** Inputs of the next cell from the cells before it, or the reason why they are missing. */
export function inputsOf(
  plan: RowPlan,
  dataset: readonly Json[],
  before: readonly ReportCell[],
): Inputs | Failure {
  const column = plan.columns[before.length]!
  const missing = missingSource(column)
  if (missing !== null)
    return { code: 'missing_source', message: `There is no column "${missing}" to the left of it.` }
  const failed = column.acceptsFailedSources ? null : failedSource(plan, column, before)
  if (failed !== null) return { code: 'upstream_failed', message: `Column "${failed}" failed.` }
  const valueAt = (source: Source | null): Json => {
    if (source === null) return null
    return source.kind === 'dataset' ? (dataset[source.index] ?? null) : valueIn(before[source.index]!)
  }
  return {
    values: column.sources.map(valueAt),
    titles: column.references.map(({ target }, index) => (column.sources[index] === null ? '' : target)),
    row: () => rowOf(plan, dataset, before),
  }
}

/** Names to values; a computed column replaces a dataset column of the same name. */
export function rowOf(
  { datasetColumns, columns }: RowPlan,
  dataset: readonly Json[],
  cells: readonly ReportCell[],
): Record<string, Json> {
  return Object.fromEntries([
    ...datasetColumns.map((name, index): [string, Json] => [name, dataset[index] ?? null]),
    ...cells.map((cell, index): [string, Json] => [columns[index]!.name, valueIn(cell)]),
  ])
}

function failedSource(
  { columns }: RowPlan,
  { sources, seesRow }: PlannedColumn,
  before: readonly ReportCell[],
): string | null {
  const used = seesRow
    ? before.keys()
    : sources.flatMap((source) => (source?.kind === 'computed' ? [source.index] : []))
  for (const index of used) if (before[index]!.kind === 'failed') return columns[index]!.name
  return null
}

const valueIn = (cell: ReportCell): Json => (cell.kind === 'value' ? cell.value : null)
