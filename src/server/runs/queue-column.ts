import type { SheetColumnRow, Tx } from '../db/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { LoadedSheet } from '../sheets/storage/index.ts'
import { countCells, selectionsOf, startRun } from './start-run.ts'

/** See `RunsPort.queueColumn`. */
export async function queueColumn(
  tx: Tx,
  jobs: Jobs,
  loaded: LoadedSheet,
  column: SheetColumnRow,
  readyAt: number | undefined,
): Promise<string | null> {
  const selections = await selectionsOf(tx, loaded, [
    { column: column.id, sheet: loaded.sheet.id, rows: 'all', states: ['STALE'] },
  ])
  const counts = await countCells(tx, loaded, selections)
  const scope = { column_ids: [column.id], row_ids: null }
  const started = await startRun(tx, jobs, loaded, selections, counts, scope, { readyAt })
  return started?.operation.execution_id ?? null
}
