import type { Context } from '../context.ts'
import { OvertakenError, type SheetRow, type Tx } from '../db/index.ts'
import type { StoppedWork } from '../sheets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { resetJob } from './reset-run.ts'
import { endOperation, selectActive, selectEndedSince } from './run-queries.ts'

/** See `RunsPort.stop`. */
export async function stopRuns(
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  sheet: Pick<SheetRow, 'workspace_id' | 'number'>,
): Promise<StoppedWork> {
  const workspace = sheet.workspace_id as WorkspaceId
  const runs = (await selectActive(tx, sheet)).map(({ id }) => id)
  for (const id of runs) await jobs.cancel(tx, workspace, id)
  return {
    runs,
    async end(message) {
      // On PostgreSQL a run can start before the sheet is locked.
      const active = await selectActive(tx, sheet)
      if (active.some(({ id }) => !runs.includes(id))) throw new OvertakenError()
      for (const id of runs)
        await endOperation(tx, workspace, id, { status: 'cancelled', message, now: now() })
    },
  }
}

/** See `RunsPort.resetStopped`. */
export async function resetStopped(
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  sheet: SheetRow,
  since: number,
): Promise<void> {
  const workspace = sheet.workspace_id as WorkspaceId
  const executions = await selectEndedSince(tx, sheet, since)
  await jobs.enqueue(
    tx,
    workspace,
    executions.map((execution) => ({
      ...resetJob({ sheet: sheet.number, execution }, now()),
      readyAt: now(),
    })),
  )
}

/** See `RunsPort.recheck`. */
export async function recheckRuns(
  { store, jobs }: Pick<Context, 'store' | 'jobs'>,
  sheets: Iterable<SheetRow>,
): Promise<void> {
  const active = []
  for (const sheet of sheets) active.push(...(await selectActive(store.db, sheet)))
  if (active.length > 0) await jobs.changed(active.map(({ id }) => id))
}
