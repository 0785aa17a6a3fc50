import type { Context } from '../context.ts'
import type { Tx } from '../db/index.ts'
import type { JobHandler, NewJob } from '../jobs/index.ts'
import { appendChanges, beginChangeByNumber, selectColumns } from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { cellsPerTransaction } from './batches.ts'
import { type ResetCounts, resetCells } from './open-cell-queries.ts'

const kind = 'take-back-cells'

export interface ResetPayload {
  readonly sheet: number
  readonly execution: string
}

/** Milliseconds that the cancelling call may take; after them the job resets the remaining cells. */
const cancelMilliseconds = 10_000

export const resetJob = (payload: ResetPayload, now: number): NewJob => ({
  kind,
  run: `${kind} ${payload.execution}`,
  turn: 0,
  payload,
  readyAt: now + cancelMilliseconds,
})

export const resetCellsJob = ({ now }: Context): JobHandler => ({
  kind,
  async run(lease) {
    await resetRun((write) => lease.commit(write), lease.workspace, lease.payload as ResetPayload, now)
    return { kind: 'done' }
  },
})

/** Resets the cells of an ended run, in transactions that are short enough for other writes. */
export async function resetRun(
  transact: (write: (tx: Tx) => Promise<ResetCounts | null>) => Promise<ResetCounts | null>,
  workspace: WorkspaceId,
  { sheet: number, execution }: ResetPayload,
  now: () => number,
): Promise<ResetCounts> {
  const total = { running: 0, notStarted: 0 }
  for (;;) {
    const reset = await transact(async (tx) => {
      const sheet = await beginChangeByNumber(tx, workspace, number, now())
      if (!sheet) return null
      const columns = (await selectColumns(tx, workspace, [number])).map((column) => column.number)
      const limit = Math.ceil(cellsPerTransaction / Math.max(1, columns.length))
      const reset = await resetCells(tx, sheet, execution, { columns, rowIds: null }, now(), limit)
      if (reset.running + reset.notStarted > 0) await appendChanges(tx, sheet, [{ columns, rows: 'all' }])
      return reset
    })
    if (!reset || reset.running + reset.notStarted === 0) return total
    total.running += reset.running
    total.notStarted += reset.notStarted
  }
}
