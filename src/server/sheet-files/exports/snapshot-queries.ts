import { sql } from 'kysely'
import { changeRow, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** After this, the sheet's present content is preserved when it is overwritten, as for a saved version. */
export const preserveFromNow = (tx: Tx, workspace: WorkspaceId, number: number) =>
  changeRow(
    tx,
    'sheets',
    { workspace_id: workspace, number, deleted_at: null },
    { saved_at: sql<number>`version_count` },
  )
