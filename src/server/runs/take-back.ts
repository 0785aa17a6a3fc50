import type { Context } from '../context.ts'
import type { Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { JobHandler, NewJob } from '../jobs/index.ts'
import { appendNotes, beginChangeByNumber, selectColumns } from '../sheets/index.ts'
import { cellsAtOnce } from './batches.ts'
import { type Reset, resetCells } from './run-queries.ts'

const kind = 'take-back-cells'

export interface TakeBackPayload {
  readonly sheet: number
  readonly execution: string
}

/** Milliseconds that whoever cancels has for it; does what is left when that process was lost. */
const patience = 10_000

export const takeBackJob = (payload: TakeBackPayload, now: number): NewJob => ({
  kind,
  run: `${kind} ${payload.execution}`,
  turn: 0,
  payload,
  readyAt: now + patience,
})

export const cellsTakenBack = ({ now }: Context): JobHandler => ({
  kind,
  async run(lease) {
    await takeBack((write) => lease.commit(write), lease.workspace, lease.payload as TakeBackPayload, now)
    return { kind: 'done' }
  },
})

/** Cells of a run that has ended fall back to what they were, so many in a transaction that others need not wait. */
export async function takeBack(
  transact: (write: (tx: Tx) => Promise<Reset | null>) => Promise<Reset | null>,
  workspace: WorkspaceId,
  { sheet: number, execution }: TakeBackPayload,
  now: () => number,
): Promise<Reset> {
  const total = { running: 0, notStarted: 0 }
  for (;;) {
    const reset = await transact(async (tx) => {
      const sheet = await beginChangeByNumber(tx, workspace, number, now())
      if (!sheet) return null
      const columns = (await selectColumns(tx, workspace, [number])).map((column) => column.number)
      const most = Math.ceil(cellsAtOnce / Math.max(1, columns.length))
      const reset = await resetCells(tx, sheet, execution, { columns, rowIds: null }, now(), most)
      if (reset.running + reset.notStarted > 0) await appendNotes(tx, sheet, [{ columns, rows: 'all' }])
      return reset
    })
    if (!reset || reset.running + reset.notStarted === 0) return total
    total.running += reset.running
    total.notStarted += reset.notStarted
  }
}
