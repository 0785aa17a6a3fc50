import { sql } from 'kysely'
import {
  type EachText,
  type EachUpdate,
  type EachValue,
  eachText,
  joinedTexts,
  type SheetRow,
  type Store,
  type Tx,
  updateEach,
  upsertEach,
} from '../db/index.ts'
import { Pace } from '../pace.ts'
import { freshAgain, preserveStaleCells } from '../sheets/index.ts'
import type {
  Awaiting,
  Computed,
  Failed,
  GivenUp,
  Outcome,
  Progressed,
  Unchanged,
  Unpaid,
} from './outcome.ts'
import type { Outdated } from './surroundings.ts'

/** The run that writes, and the change that it is. */
export interface Writing {
  readonly dialect: Store['dialect']
  readonly sheet: SheetRow
  readonly execution: string
  /** Nothing was queued: the cells are known to be as they were read, and this change takes and writes them. */
  readonly whole: WholePortion | null
}

/** The plain values of a run that queued nothing, written down before the change that stores them. */
export interface WholePortion {
  readonly count: number
  readonly each: EachText
}

const place = { row_id: 'bigint', column_number: 'bigint', generation: 'bigint' } as const
const open = `status in ('QUEUED', 'DISPATCHED', 'RUNNING')`

const cellOf = ({ workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>): EachUpdate['key'] => ({
  workspace_id,
  sheet: number,
  row_id: '$row_id',
  column_number: '$column_number',
})

const placeOf = ({ row, column, cell }: Outcome): EachValue[] => [row.id, column.row.number, cell.generation]

/** Where the run still has the right to write. */
const mine = ({ execution }: Writing) =>
  `sheet_cells.generation = $generation and ${open} and sheet_cells.execution_id = '${execution}'`

function finished({ sheet }: Writing, status: string): string {
  const { version_count, updated_at } = sheet
  return `status = '${status}', resting = '${status}', progress = null, computed_version = ${version_count},
    since = ${version_count}, stale_since = null, updated_at = ${updated_at}`
}

type Kind = Omit<EachUpdate, 'table' | 'key' | 'where'>

const write = (tx: Tx, writing: Writing, { fields, set }: Kind, lists: readonly EachValue[][]) =>
  updateEach(
    tx,
    writing.dialect,
    { table: 'sheet_cells', fields, key: cellOf(writing.sheet), set, where: mine(writing) },
    lists,
  )

const key = ['workspace_id', 'sheet', 'row_id', 'column_number']

const shared = ({ sheet, execution }: Writing) => ({
  workspace_id: sheet.workspace_id,
  sheet: sheet.number,
  awaiting: 0,
  generation: 0,
  execution_id: execution,
  since: sheet.version_count,
  updated_at: sheet.updated_at,
})

/** Shows that a worker has the cells of a batch. */
export function writeDispatched(
  tx: Tx,
  { dialect, sheet, execution }: Omit<Writing, 'whole'>,
  columns: readonly number[],
  rowIds: readonly number[],
) {
  return updateEach(
    tx,
    dialect,
    {
      table: 'sheet_cells',
      fields: { row_id: 'bigint', column_number: 'bigint' },
      key: cellOf(sheet),
      set: `status = 'DISPATCHED'`,
      where: `status = 'QUEUED' and sheet_cells.execution_id = '${execution}'`,
    },
    columns.flatMap((column) => rowIds.map((row) => [row, column])),
  )
}

/** As queueing does it, for cells of a run that queued none. */
export async function takeCells(tx: Tx, writing: Writing, outcomes: readonly Outcome[]) {
  await upsertEach(
    tx,
    writing.dialect,
    {
      ...{ table: 'sheet_cells', key, fields: { row_id: 'bigint', column_number: 'bigint' } },
      shared: { ...shared(writing), status: 'QUEUED', resting: 'STALE' },
      set: `status = 'QUEUED', resting = sheet_cells.status, execution_id = excluded.execution_id, progress = null`,
    },
    eachText(outcomes.map(({ row, column }) => [row.id, column.row.number])),
  )
}

/** Outcomes whose values are written down in one piece: some 0.2 ms. */
const writtenAtOnce = 250

export async function wholePortion(outcomes: readonly Outcome[]): Promise<WholePortion> {
  const pace = new Pace()
  const texts: EachText[] = []
  let count = 0
  for (let from = 0; from < outcomes.length; from += writtenAtOnce) {
    await pace.pause()
    const lists = outcomes
      .slice(from, from + writtenAtOnce)
      .filter((outcome) => outcome.kind === 'computed')
      .filter(isPlain)
      .map(({ row, column, value, hash }) => [row.id, column.row.number, textOf(value), hash])
    count += lists.length
    texts.push(eachText(lists))
  }
  return { count, each: joinedTexts(texts) }
}

async function storePlain(tx: Tx, writing: Writing, { count, each }: WholePortion): Promise<number> {
  const { version_count } = writing.sheet
  await upsertEach(
    tx,
    writing.dialect,
    {
      ...{ table: 'sheet_cells', key },
      shared: {
        ...shared(writing),
        ...{ status: 'COMPLETED', resting: 'COMPLETED', computed_version: version_count },
      },
      fields: { row_id: 'bigint', column_number: 'bigint', value: 'text', input_hash: 'text' },
      set: `status = excluded.status, resting = excluded.resting, progress = null, since = excluded.since,
        computed_version = excluded.computed_version, stale_since = null, updated_at = excluded.updated_at,
        execution_id = excluded.execution_id, value = excluded.value, input_hash = excluded.input_hash,
        evidence = null, error = null, price = null, latency_ms = null, metrics = null`,
    },
    each,
  )
  return count
}

export const isPlain = ({ metrics, evidence }: Computed): boolean =>
  metrics === null && evidence === undefined

/** Values that cost nothing: the form of most of them, so it is kept small. */
export function writePlain(tx: Tx, writing: Writing, outcomes: readonly Computed[]) {
  if (writing.whole) return storePlain(tx, writing, writing.whole)
  return write(
    tx,
    writing,
    {
      fields: { ...place, value: 'text', hash: 'text' },
      set: `${finished(writing, 'COMPLETED')}, value = $value, input_hash = $hash, evidence = null, error = null,
        price = null, latency_ms = null, metrics = null`,
    },
    outcomes.map((outcome) => [...placeOf(outcome), textOf(outcome.value), outcome.hash]),
  )
}

export function writeComputed(tx: Tx, writing: Writing, outcomes: readonly Computed[]) {
  return write(
    tx,
    writing,
    {
      fields: { ...place, value: 'text', hash: 'text', evidence: 'text', ...measured },
      set: `${finished(writing, 'COMPLETED')}, value = $value, input_hash = $hash, evidence = $evidence, error = null,
        ${setMeasured}`,
    },
    outcomes.map((outcome) => [
      ...placeOf(outcome),
      textOf(outcome.value),
      outcome.hash,
      outcome.evidence === undefined ? null : JSON.stringify(outcome.evidence),
      ...metricsOf(outcome),
    ]),
  )
}

export function writeFailed(tx: Tx, writing: Writing, outcomes: readonly Failed[]) {
  return write(
    tx,
    writing,
    {
      fields: { ...place, value: 'text', error: 'text', ...measured },
      set: `${finished(writing, 'FAILED')}, value = $value, input_hash = null, evidence = null, error = $error,
        ${setMeasured}`,
    },
    outcomes.map((outcome) => [
      ...placeOf(outcome),
      outcome.partial === undefined ? null : textOf(outcome.partial),
      JSON.stringify({ code: outcome.failure.code, message: outcome.failure.message }),
      ...metricsOf(outcome),
    ]),
  )
}

const measured = { price: 'double precision', latency: 'double precision', metrics: 'text' } as const
const setMeasured = 'price = $price, latency_ms = $latency, metrics = $metrics'
const metricsOf = ({ metrics }: Computed | Failed): EachValue[] =>
  metrics ? [metrics.price, metrics.latency_ms, JSON.stringify(metrics)] : [null, null, null]

const textOf = (value: unknown): string => JSON.stringify(value)

export function writeUnchanged(tx: Tx, writing: Writing, outcomes: readonly Unchanged[]) {
  const set = `status = 'COMPLETED', resting = 'COMPLETED', progress = null, since = ${freshAgain(writing.sheet)},
    stale_since = null, updated_at = ${writing.sheet.updated_at}`
  return write(tx, writing, { fields: place, set }, outcomes.map(placeOf))
}

/** A stale cell is fresh with the value that it has. */
export async function writeRevived(tx: Tx, sheet: SheetRow, rowId: number, columnNumber: number) {
  const { workspace_id, number, updated_at } = sheet
  const place = { row_id: rowId, column_number: columnNumber }
  await preserveStaleCells(tx, sheet, (where) => where.and(place))
  await tx
    .updateTable('sheet_cells')
    .set({
      status: 'COMPLETED',
      resting: 'COMPLETED',
      since: sql<number>`${sql.raw(freshAgain(sheet))}`,
      stale_since: null,
      updated_at,
    })
    .where((where) => where.and({ workspace_id, sheet: number, ...place }))
    .execute()
}

export function writeGivenUp(tx: Tx, writing: Writing, outcomes: readonly (GivenUp | Awaiting)[]) {
  const set = `status = 'STALE', resting = 'STALE', progress = null, awaiting = $awaiting, updated_at = ${writing.sheet.updated_at}`
  return write(
    tx,
    writing,
    { fields: { ...place, awaiting: 'bigint' }, set },
    outcomes.map((outcome) => [...placeOf(outcome), Number(outcome.kind === 'awaiting')]),
  )
}

export function writeUnpaid(tx: Tx, writing: Writing, outcomes: readonly Unpaid[]) {
  const set = `status = sheet_cells.resting, progress = null, updated_at = ${writing.sheet.updated_at}`
  return write(tx, writing, { fields: place, set }, outcomes.map(placeOf))
}

export function writeProgress(tx: Tx, writing: Writing, outcomes: readonly Progressed[]) {
  return write(
    tx,
    writing,
    { fields: { ...place, progress: 'text' }, set: 'progress = $progress' },
    outcomes.map((outcome) => [...placeOf(outcome), outcome.progress]),
  )
}

/**
 * Cells computed from a value that is another now. Those of this run that are still to be computed keep the right to
 * be written: they begin only after the value they wait for. All others under way begin anew.
 */
export function writeOutdated(tx: Tx, { dialect, sheet, execution }: Writing, cells: readonly Outdated[]) {
  const { version_count, updated_at } = sheet
  return updateEach(
    tx,
    dialect,
    {
      table: 'sheet_cells',
      fields: { row_id: 'bigint', column_number: 'bigint' },
      set: `status = case when ${open} then 'QUEUED' else 'STALE' end, resting = 'STALE',
        generation = sheet_cells.generation
          + case when ${open} and sheet_cells.execution_id <> '${execution}' then 1 else 0 end,
        stale_since = coalesce(sheet_cells.stale_since, ${version_count}), updated_at = ${updated_at}`,
      key: cellOf(sheet),
      where: `(status <> 'STALE' or resting <> 'STALE')`,
    },
    cells.map(({ row, column }) => [row.id, column.row.number]),
  )
}
