import type { Context } from '../../context.ts'
import { OvertakenError, type SheetRow, type Tx } from '../../db/index.ts'
import type { StoppedWork } from '../../sheets/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { findOpenImport } from './import-queries.ts'
import { closeImport } from './run-import.ts'

/** See `ImportsPort.stop`. */
export async function stopImports(
  context: Pick<Context, 'jobs' | 'uploads' | 'now'>,
  tx: Tx,
  sheet: SheetRow,
): Promise<StoppedWork> {
  const workspace = sheet.workspace_id as WorkspaceId
  const open = await findOpenImport(tx, sheet)
  if (open) await context.jobs.cancel(tx, workspace, open.run)
  return {
    runs: open ? [open.run] : [],
    async end(message) {
      // On PostgreSQL an import can start before the sheet is locked.
      const last = await findOpenImport(tx, sheet)
      if (last && last.id !== open?.id) throw new OvertakenError()
      if (open) await closeImport(context, tx, workspace, open, message)
    },
  }
}
