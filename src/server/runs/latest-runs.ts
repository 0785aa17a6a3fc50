import type { Database, SheetRow } from '../db/index.ts'
import { timesOf } from '../http/iso-time.ts'
import type { LatestRun } from '../sheets/index.ts'
import { isUnderWay } from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { selectLatestRuns } from './operations/operation-queries.ts'
import { presentOperation } from './operations/present-operation.ts'

/** See `RunsPort.latest`. */
export async function latestRuns(
  db: Database,
  workspace: WorkspaceId,
  sheets: readonly SheetRow[],
): Promise<ReadonlyMap<number, LatestRun>> {
  const runs = await selectLatestRuns(
    db,
    workspace,
    sheets.map(({ number }) => number),
  )
  const byNumber = new Map(sheets.map((sheet) => [sheet.number, sheet]))
  return new Map(
    runs.map((run): [number, LatestRun] => {
      const sheet = byNumber.get(run.sheet)!
      const operation = presentOperation(sheet, run)
      const { operation_id, status, cell_count, completed_count, failed_count, pending_count } = operation
      return [
        run.sheet,
        {
          isUnderWay: isUnderWay(run),
          createdAt: run.created_at,
          presented: {
            sheet_id: sheet.id,
            operation_id,
            status,
            cell_count,
            completed_count,
            failed_count,
            pending_count,
            ...timesOf(run),
          },
        },
      ]
    }),
  )
}
