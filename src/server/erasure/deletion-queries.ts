import { changeRow, type Database, type PersonDeletionRow, selectOne, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

const maxListed = 100

export const insertDeletion = (tx: Tx, row: PersonDeletionRow) =>
  tx.insertInto('person_deletions').values(row).execute()

export const findDeletion = (db: Database | Tx, workspace: WorkspaceId, id: string) =>
  selectOne(db, 'person_deletions', { workspace_id: workspace, id })

export const findRunning = (db: Database | Tx, workspace: WorkspaceId) =>
  selectOne(db, 'person_deletions', { workspace_id: workspace, state: 'running' }, ['id'])

/** Lists the newest first, because ids grow with time. */
export const selectDeletions = (db: Database, workspace: WorkspaceId) =>
  db
    .selectFrom('person_deletions')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()

/** Changes a running deletion; undefined if it has ended. */
export const changeDeletion = (
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  change: Partial<PersonDeletionRow>,
) => changeRow(tx, 'person_deletions', { workspace_id: workspace, id, state: 'running' }, change)
