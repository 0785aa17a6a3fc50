import { type CellEvent, NEW_CELL, pendingStates, transition } from '../../engine/sheet/index.ts'
import {
  chunksOf,
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
import { Pace } from '../pacing/pace.ts'
import {
  isMovable,
  type MoveTexts,
  moveCondition,
  moveSet,
  moveText,
  preserveStaleCells,
  stateIs,
} from '../sheets/storage/index.ts'
import type {
  Awaiting,
  Computed,
  Failed,
  GivenUp,
  Outcome,
  PlannedCell,
  Progressed,
  Unchanged,
  Unpaid,
} from './outcome.ts'

/** The run that writes, and the change in which it writes. */
export interface Writing {
  readonly dialect: Store['dialect']
  readonly sheet: SheetRow
  readonly execution: string
  /**
   * Set for a run without queueing. Its cells are unchanged since they were read, and this change queues and writes
   * them at once.
   */
  readonly serialized: SerializedValues | null
}

/** Plain values of a run without queueing, serialized before the transaction begins. */
export interface SerializedValues {
  readonly count: number
  readonly listsText: EachText
}

const cellKey = { row_id: 'bigint', column_number: 'bigint', generation: 'bigint' } as const

const cellOf = ({ workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>): EachUpdate['key'] => ({
  workspace_id,
  sheet: number,
  row_id: '$row_id',
  column_number: '$column_number',
})

const cellAddressOf = ({ row, column, cell }: Outcome): EachValue[] => [
  row.id,
  column.row.number,
  cell.generation,
]

const textsOf = ({ sheet, execution }: Pick<Writing, 'sheet' | 'execution'>): Required<MoveTexts> => ({
  execution: `'${execution}'`,
  version: sheet.version_count,
  saved: sheet.saved_at,
  now: sheet.updated_at,
})

interface AssignedFields {
  readonly fields: EachUpdate['fields']
  /** Assignments in addition to those of the move. */
  readonly set?: string
}

/** Moves the cells that the run may still write; `generation` tells which these are. */
function write(
  tx: Tx,
  writing: Writing,
  event: CellEvent,
  { fields, set }: AssignedFields,
  lists: readonly EachValue[][],
) {
  const { dialect, sheet, execution } = writing
  const moved = moveText(event, textsOf(writing))
  const update: EachUpdate = {
    table: 'sheet_cells',
    fields,
    key: cellOf(sheet),
    set: set === undefined ? moved : `${moved}, ${set}`,
    where: `sheet_cells.generation = $generation and ${moveCondition(event)} and sheet_cells.execution_id = '${execution}'`,
  }
  return updateEach(tx, dialect, update, lists)
}

const key = ['workspace_id', 'sheet', 'row_id', 'column_number']

/** The columns that have the same value for all cells of an insert. */
const shared = ({ sheet, execution }: Writing) => ({
  workspace_id: sheet.workspace_id,
  sheet: sheet.number,
  awaiting: 0,
  generation: 0,
  execution_id: execution,
  since: sheet.version_count,
  updated_at: sheet.updated_at,
})

const excluded: MoveTexts = {
  execution: 'excluded.execution_id',
  version: 'excluded.since',
  now: 'excluded.updated_at',
}
const takenCell = transition(NEW_CELL, 'take')!
const computedCell = transition(takenCell, 'complete')!

/** Moves cells whose calls have begun or were refused. */
export function writeCallState(
  tx: Tx,
  { dialect, sheet, execution }: Omit<Writing, 'serialized'>,
  event: 'dispatch' | 'wait',
  cells: readonly Pick<Outcome, 'row' | 'column'>[],
) {
  return updateEach(
    tx,
    dialect,
    {
      table: 'sheet_cells',
      fields: { row_id: 'bigint', column_number: 'bigint' },
      key: cellOf(sheet),
      set: moveText(event, {}),
      where: `${moveCondition(event)} and sheet_cells.execution_id = '${execution}'`,
    },
    cells.map(({ row, column }) => [row.id, column.row.number]),
  )
}

/** Moves cells as queueing would, for a run without queueing. */
export async function takeCells(tx: Tx, writing: Writing, outcomes: readonly Outcome[]) {
  await upsertEach(
    tx,
    writing.dialect,
    {
      table: 'sheet_cells',
      key,
      fields: { row_id: 'bigint', column_number: 'bigint' },
      shared: { ...shared(writing), status: takenCell.state, resting: takenCell.resting },
      set: moveText('take', excluded),
      where: moveCondition('take'),
    },
    eachText(outcomes.map(({ row, column }) => [row.id, column.row.number])),
  )
}

/** Outcomes that are serialized without a pause: about 0.2 ms. */
const outcomesPerPause = 250

export async function serializeValues(outcomes: readonly Outcome[]): Promise<SerializedValues> {
  const pace = new Pace()
  const texts: EachText[] = []
  let count = 0
  for (const chunk of chunksOf(outcomes, outcomesPerPause)) {
    await pace.pause()
    const lists = chunk
      .filter((outcome) => outcome.kind === 'computed')
      .filter(isPlain)
      .map(({ row, column, value, hash }) => [row.id, column.row.number, textOf(value), hash])
    count += lists.length
    texts.push(eachText(lists))
  }
  return { count, listsText: joinedTexts(texts) }
}

async function storePlain(tx: Tx, writing: Writing, { count, listsText }: SerializedValues): Promise<number> {
  const { version_count } = writing.sheet
  await upsertEach(
    tx,
    writing.dialect,
    {
      table: 'sheet_cells',
      key,
      shared: {
        ...shared(writing),
        status: computedCell.state,
        resting: computedCell.resting,
        computed_version: version_count,
      },
      fields: { row_id: 'bigint', column_number: 'bigint', value: 'text', input_hash: 'text' },
      set: `${moveText(['take', 'complete'], excluded)}, value = excluded.value, input_hash = excluded.input_hash,
        evidence = null, price = null, latency_ms = null, metrics = null`,
      where: moveCondition('take'),
    },
    listsText,
  )
  return count
}

export const isPlain = ({ metrics, evidence }: Computed): boolean =>
  metrics === null && evidence === undefined

/** Writes values without cost. Most values are plain, so they have a short statement of their own. */
export function writePlain(tx: Tx, writing: Writing, outcomes: readonly Computed[]) {
  if (writing.serialized) return storePlain(tx, writing, writing.serialized)
  return write(
    tx,
    writing,
    'complete',
    {
      fields: { ...cellKey, value: 'text', hash: 'text' },
      set: `value = $value, input_hash = $hash, evidence = null, price = null, latency_ms = null, metrics = null`,
    },
    outcomes.map((outcome) => [...cellAddressOf(outcome), textOf(outcome.value), outcome.hash]),
  )
}

export function writeComputed(tx: Tx, writing: Writing, outcomes: readonly Computed[]) {
  return write(
    tx,
    writing,
    'complete',
    {
      fields: { ...cellKey, value: 'text', hash: 'text', evidence: 'text', ...measured },
      set: `value = $value, input_hash = $hash, evidence = $evidence, ${setMeasured}`,
    },
    outcomes.map((outcome) => [
      ...cellAddressOf(outcome),
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
    'fail',
    {
      fields: { ...cellKey, value: 'text', error: 'text', ...measured },
      set: `value = $value, error = $error, ${setMeasured}`,
    },
    outcomes.map((outcome) => [
      ...cellAddressOf(outcome),
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
  return write(tx, writing, 'keep', { fields: cellKey }, outcomes.map(cellAddressOf))
}

/** Makes a stale cell fresh; its value stays. */
export async function writeRevived(tx: Tx, sheet: SheetRow, rowId: number, columnNumber: number) {
  const { workspace_id, number, version_count, saved_at, updated_at } = sheet
  const cellKey = { row_id: rowId, column_number: columnNumber }
  await preserveStaleCells(tx, sheet, (where) => where.and(cellKey))
  await tx
    .updateTable('sheet_cells')
    .set(moveSet('revive', { version: version_count, saved: saved_at, now: updated_at }))
    .where((where) => where.and({ workspace_id, sheet: number, ...cellKey }))
    .where(isMovable('revive'))
    .execute()
}

export function writeGivenUp(tx: Tx, writing: Writing, outcomes: readonly GivenUp[]) {
  return write(tx, writing, 'block', { fields: cellKey }, outcomes.map(cellAddressOf))
}

export function writeAwaiting(tx: Tx, writing: Writing, outcomes: readonly Awaiting[]) {
  return write(tx, writing, 'await', { fields: cellKey }, outcomes.map(cellAddressOf))
}

export function writeUnpaid(tx: Tx, writing: Writing, outcomes: readonly Unpaid[]) {
  return write(tx, writing, 'skip', { fields: cellKey }, outcomes.map(cellAddressOf))
}

/** Stores progress, from which another process can continue. This moves no cell. */
export function writeProgress(
  tx: Tx,
  { dialect, sheet, execution }: Writing,
  outcomes: readonly Progressed[],
) {
  const update: EachUpdate = {
    table: 'sheet_cells',
    key: cellOf(sheet),
    fields: { ...cellKey, progress: 'text' },
    set: 'progress = $progress',
    where: `sheet_cells.generation = $generation and ${stateIs(pendingStates)} and sheet_cells.execution_id = '${execution}'`,
  }
  const lists = outcomes.map((outcome) => [...cellAddressOf(outcome), outcome.progress])
  return updateEach(tx, dialect, update, lists)
}

/** Marks cells whose input has changed. Cells that the run still has to compute wait for the new input. */
export function writeNewlyStale(tx: Tx, writing: Writing, cells: readonly PlannedCell[]) {
  const { dialect, sheet } = writing
  const update: EachUpdate = {
    table: 'sheet_cells',
    key: cellOf(sheet),
    fields: { row_id: 'bigint', column_number: 'bigint' },
    set: moveText('invalidate by run', textsOf(writing)),
    where: moveCondition('invalidate by run'),
  }
  const lists = cells.map(({ row, column }) => [row.id, column.row.number])
  return updateEach(tx, dialect, update, lists)
}
