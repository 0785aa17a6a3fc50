import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../../../test/kit/app.ts'
import {
  type CellEvent,
  type CellState,
  type CellStatus,
  cellEvents,
  cellStates,
  endsRun,
  isPending,
  moveOf,
  NEW_CELL,
  type RestingState,
  restingStates,
  stateOfContent,
  transition,
} from '../../engine/sheet/index.ts'
import type { SheetCellRow, SheetRow, Tx } from '../db/index.ts'
import { makeStale, saveAnswer, withdrawAnswers } from '../sheets/storage/cell-queries.ts'
import { restoreCells } from '../sheets/versions/restore-queries.ts'
import { BatchCell } from './batch-cell.ts'
import type { BatchCellRow } from './batch-queries.ts'
import {
  takeCells,
  type Writing,
  writeAwaiting,
  writeCallState,
  writeComputed,
  writeFailed,
  writeGivenUp,
  writeNewlyStale,
  writePlain,
  writeRevived,
  writeUnchanged,
  writeUnpaid,
} from './commit-queries.ts'
import { resetCells } from './open-cell-queries.ts'
import type { Outcome } from './outcome.ts'
import { queueCells, renewOpenCells } from './queue-queries.ts'

const [saved, now, version] = [5, 2_000, 9]
/** The column under test, and one whose cells the same run queued after they had failed. */
const [column, failed] = [1, 2]
const own = '00000000-0000-7000-8000-000000000001'
const other = '00000000-0000-7000-8000-000000000002'

const sheet = {
  workspace_id: 77,
  number: 1,
  version_count: version,
  saved_at: saved,
  updated_at: now,
} as SheetRow

const content = {
  value: '"before"',
  evidence: '[]',
  input_hash: 'hash',
  computed_version: 2,
  since: 2,
  price: 1,
  latency_ms: 1,
  metrics: '{}',
  updated_at: 1_000,
}

/** A row for each combination of state, resting state, awaiting and run. */
const cells: readonly SheetCellRow[] = cellStates
  .flatMap((status) =>
    (isPending(status) ? restingStates : [status]).flatMap((resting) =>
      [0, 1].flatMap((awaiting) => [own, other].map((run) => ({ status, resting, awaiting, run }))),
    ),
  )
  .map(({ status, resting, awaiting, run }, index) => ({
    ...content,
    workspace_id: sheet.workspace_id,
    sheet: sheet.number,
    row_id: index + 1,
    column_number: column,
    status,
    resting,
    awaiting,
    execution_id: run,
    generation: index,
    progress: isPending(status) ? '{}' : null,
    error: resting === 'FAILED' ? '{}' : null,
    stale_since: resting === 'STALE' ? 3 : null,
  }))

const rowIds = cells.map((cell) => cell.row_id)
const outcomes = cells.map((cell) => ({
  row: { id: cell.row_id },
  column: { row: { number: column } },
  cell,
  value: 'after',
  hash: 'new hash',
  failure: { code: 'bug', message: 'No' },
  metrics: null,
}))
const all = <T extends Outcome>() => outcomes as unknown as readonly T[]

interface Statement {
  readonly event: CellEvent
  /** An additional condition on the cells that the statement changes. */
  changes?(cell: SheetCellRow): boolean
  run(tx: Tx, writing: Writing): Promise<unknown>
}

const isOwn = (cell: SheetCellRow) => cell.execution_id === own
const selection = { columns: [column], rows: [[1, cells.length]] as const, isWhole: false }

const statements: Readonly<Record<string, Statement>> = {
  queueCells: {
    event: 'queue',
    run: (tx) => queueCells(tx, sheet, { ...selection, states: restingStates }, own),
  },
  'queueCells of some states': {
    event: 'queue',
    changes: ({ status }) => status !== 'STALE',
    run: (tx) => queueCells(tx, sheet, { ...selection, states: ['COMPLETED', 'FAILED'] }, own),
  },
  takeCells: { event: 'take', run: (tx, writing) => takeCells(tx, writing, all()) },
  renewOpenCells: {
    event: 'restart',
    changes: (cell) => !isOwn(cell),
    run: (tx) => renewOpenCells(tx, sheet, { ...selection, columns: [failed], states: [] }, [column], own),
  },
  'writeCallState of begun calls': {
    event: 'dispatch',
    changes: isOwn,
    run: (tx, writing) => writeCallState(tx, writing, 'dispatch', all()),
  },
  'writeCallState of refused calls': {
    event: 'wait',
    changes: isOwn,
    run: (tx, writing) => writeCallState(tx, writing, 'wait', all()),
  },
  writePlain: {
    event: 'complete',
    changes: isOwn,
    run: (tx, writing) => writePlain(tx, writing, all()),
  },
  writeComputed: {
    event: 'complete',
    changes: isOwn,
    run: (tx, writing) => writeComputed(tx, writing, all()),
  },
  writeFailed: { event: 'fail', changes: isOwn, run: (tx, writing) => writeFailed(tx, writing, all()) },
  writeUnchanged: { event: 'keep', changes: isOwn, run: (tx, writing) => writeUnchanged(tx, writing, all()) },
  writeRevived: {
    event: 'revive',
    run: async (tx) => {
      for (const row of rowIds) await writeRevived(tx, sheet, row, column)
    },
  },
  writeGivenUp: { event: 'block', changes: isOwn, run: (tx, writing) => writeGivenUp(tx, writing, all()) },
  writeAwaiting: { event: 'await', changes: isOwn, run: (tx, writing) => writeAwaiting(tx, writing, all()) },
  writeUnpaid: { event: 'skip', changes: isOwn, run: (tx, writing) => writeUnpaid(tx, writing, all()) },
  resetCells: {
    event: 'cancel',
    changes: isOwn,
    run: (tx) => resetCells(tx, sheet, own, { columns: [column], rowIds: null }, now, 1_000),
  },
  makeStale: {
    event: 'invalidate',
    run: (tx) => makeStale(tx, sheet, [column], rowIds, version, now),
  },
  writeNewlyStale: {
    event: 'invalidate by run',
    run: (tx, writing) => writeNewlyStale(tx, writing, all() as never),
  },
  saveAnswer: {
    event: 'answer',
    run: async (tx) => {
      for (const row of rowIds) await saveAnswer(tx, sheet, row, column, '"after"')
    },
  },
  'saveAnswer of null': {
    event: 'withdraw',
    run: async (tx) => {
      for (const row of rowIds) await saveAnswer(tx, sheet, row, column, null)
    },
  },
  withdrawAnswers: { event: 'withdraw', run: (tx) => withdrawAnswers(tx, sheet, column) },
  restoreCells: { event: 'restore', run: (tx) => restoreCells(tx, sheet, saved) },
}

const statusOf = ({ status, resting, awaiting }: SheetCellRow): CellStatus => ({
  state: status as CellState,
  resting: resting as RestingState,
  awaiting: awaiting === 1,
})

const restored = ({ stale_since, error }: SheetCellRow): RestingState =>
  stateOfContent({ isStale: stale_since !== null && stale_since <= saved, hasError: error !== null })

/** The cell after the event according to the table; columns without an entry are set by the statement. */
function expected(event: CellEvent, cell: SheetCellRow): Partial<SheetCellRow> {
  const moved = transition(statusOf(cell), event, restored(cell))
  if (moved === null) return cell
  const { writes } = moveOf(event)
  const isOver = endsRun(cell.status as CellState, event, isOwn(cell))
  const wasSavedAsStale = cell.stale_since !== null && cell.stale_since <= saved
  return {
    status: moved.state,
    resting: moved.resting,
    awaiting: Number(moved.awaiting),
    generation: cell.generation + Number(isOver),
    ...(writes.execution !== undefined && { execution_id: writes.execution === null ? null : own }),
    ...(writes.progress === null && { progress: null }),
    ...(writes.error === null && { error: null }),
    ...(writes.inputHash === null && { input_hash: null }),
    ...(writes.since === 'now' && { since: version }),
    ...(writes.since === 'now if saved as stale' && { since: wasSavedAsStale ? version : cell.since }),
    ...(writes.staleSince === null && { stale_since: null }),
    ...(writes.staleSince === 'now' && { stale_since: cell.stale_since ?? version }),
    ...(writes.staleSince === 'as of then' && { stale_since: wasSavedAsStale ? cell.stale_since : null }),
    ...(writes.computedVersion !== undefined && { computed_version: writes.computedVersion && version }),
    updated_at: writes.updatedAt === 'now' ? now : cell.updated_at,
  }
}

const pick = (row: SheetCellRow, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key as keyof SheetCellRow]]))

describe('the moves of cells', () => {
  const app = appOfSuite({}, { role: 'api' })

  const storedAfter = ({ run }: Statement, before: readonly SheetCellRow[]) =>
    app.context.store.transact(async (tx) => {
      for (const table of ['sheet_cells', 'sheet_cell_history', 'sheet_rows'] as const)
        await tx.deleteFrom(table).where('workspace_id', '=', sheet.workspace_id).execute()
      const row = {
        workspace_id: sheet.workspace_id,
        sheet: sheet.number,
        texts: '{}',
        since: 1,
        updated_at: 1,
      }
      await tx
        .insertInto('sheet_rows')
        .values(rowIds.map((id) => ({ ...row, id, position: id })))
        .execute()
      if (before.length > 0) await tx.insertInto('sheet_cells').values(before).execute()
      await run(tx, { dialect: app.context.store.dialect, sheet, execution: own, serialized: null })
      const cellsQuery = tx
        .selectFrom('sheet_cells')
        .selectAll()
        .where('workspace_id', '=', sheet.workspace_id)
      return cellsQuery.where('column_number', '=', column).orderBy('row_id').execute()
    })

  const queuedAfterFailure = cells.map((cell) => ({
    ...cell,
    column_number: failed,
    status: 'QUEUED',
    resting: 'FAILED',
    execution_id: own,
  }))

  for (const [name, statement] of Object.entries(statements))
    it(`follow the table in ${name}: ${statement.event}`, async () => {
      const stored = await storedAfter(statement, [...cells, ...queuedAfterFailure])
      assert.equal(stored.length, cells.length)
      for (const [index, cell] of cells.entries()) {
        const isChanged = statement.changes?.(cell) ?? true
        const after = isChanged ? expected(statement.event, cell) : cell
        assert.deepEqual(pick(stored[index]!, Object.keys(after)), { ...after }, JSON.stringify(cell))
      }
    })

  it('each have a statement', () => {
    const written = new Set(Object.values(statements).map(({ event }) => event))
    assert.deepEqual([...written].sort(), [...cellEvents].sort())
  })

  for (const name of ['queueCells', 'takeCells'] as const)
    it(`start from a new cell in ${name} if the cell was never stored`, async () => {
      const { event } = statements[name]!
      const moved = transition(NEW_CELL, event)!
      for (const cell of await storedAfter(statements[name]!, []))
        assert.deepEqual({ ...statusOf(cell), run: cell.execution_id }, { ...moved, run: own })
    })

  it('follow the table in memory too', () => {
    for (const event of cellEvents)
      for (const cell of cells) {
        const batchCell = new BatchCell(asRead(cell), own)
        const moved = transition(statusOf(cell), event)
        assert.equal(batchCell.move(event), moved !== null)
        const { state, resting, awaiting, progress, isOpen } = batchCell
        assert.deepEqual({ state, resting, awaiting }, moved ?? statusOf(cell))
        const isCleared = moved !== null && moveOf(event).writes.progress === null
        assert.equal(progress, isCleared ? null : cell.progress)
        const isTaken = moved !== null && moveOf(event).writes.execution === 'run'
        assert.equal(isOpen, isPending(state) && (isTaken || isOwn(cell)))
      }
  })
})

/** A cell as the batch query returns it: null for COMPLETED. */
const asRead = (cell: SheetCellRow): BatchCellRow => {
  const isAtRest = !isPending(cell.status as CellState)
  return [
    ...([cell.row_id, cell.column_number, nullIfCompleted(cell.status)] as const),
    ...([nullIfCompleted(cell.resting), cell.awaiting, isAtRest ? null : cell.execution_id] as const),
    ...([cell.generation, cell.progress, cell.value, cell.input_hash, null, null, cell.since] as const),
  ]
}

const nullIfCompleted = (state: string) => (state === 'COMPLETED' ? null : state)
