import {
  changeRows,
  type Database,
  deleteRows,
  insertRows,
  type SampleRow,
  selectOne,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const findSample = (db: Database | Tx, workspace: WorkspaceId): Promise<SampleRow | undefined> =>
  selectOne(db, 'samples', { workspace_id: workspace })

export const insertSample = (tx: Tx, row: SampleRow) => insertRows(tx, 'samples', row)

/** Updates the row of this loading only. A later loading has another id. */
export const updateSample = (
  tx: Tx,
  workspace: WorkspaceId,
  load: string,
  change: Partial<Pick<SampleRow, 'state' | 'steps_done' | 'error' | 'entities'>>,
) => changeRows(tx, 'samples', { workspace_id: workspace, load_id: load }, change)

export const deleteSample = (tx: Tx, workspace: WorkspaceId, load: string) =>
  deleteRows(tx, 'samples', { workspace_id: workspace, load_id: load })
