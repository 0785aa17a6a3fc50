import {
  changeRows,
  chunksOf,
  type Database,
  deleteRows,
  prepared,
  type Store,
  selectOne,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface PieceValues extends Record<string, unknown> {
  workspace: number
  upload: string
  number: number
  bytes: Uint8Array
}

export const insertPiece = prepared<PieceValues>((db, slot) =>
  db.insertInto('upload_pieces').values({
    workspace_id: slot('workspace'),
    upload_id: slot('upload'),
    number: slot('number'),
    bytes: slot('bytes'),
  }),
)

interface UploadValues extends Record<string, unknown> {
  workspace: number
  id: string
  now: number
}

export const insertUpload = prepared<UploadValues>((db, slot) =>
  db
    .insertInto('uploads')
    .values({ workspace_id: slot('workspace'), id: slot('id'), size: 0, kept: 0, created_at: slot('now') }),
)

export async function readPiece({ db }: Store, workspace: WorkspaceId, upload: string, number: number) {
  return selectOne(db, 'upload_pieces', { workspace_id: workspace, upload_id: upload, number }, ['bytes'])
}

export const keepUpload = (tx: Tx, workspace: WorkspaceId, id: string, size: number) =>
  changeRows(tx, 'uploads', { workspace_id: workspace, id }, { kept: 1, size })

export async function isKeptUpload(db: Database, workspace: WorkspaceId, id: string): Promise<boolean> {
  const row = await selectOne(db, 'uploads', { workspace_id: workspace, id }, ['kept'])
  return row?.kept === 1
}

export async function deleteUploads(tx: Tx, workspace: number, ids: readonly string[]) {
  for (const chunk of chunksOf(ids)) {
    await deleteRows(tx, 'upload_pieces', { workspace_id: workspace, upload_id: chunk })
    await deleteRows(tx, 'uploads', { workspace_id: workspace, id: chunk })
  }
}

/** Uploads of all workspaces that began before this time and that no import or dataset uses. */
export async function selectAbandoned({ db }: Store, before: number) {
  return db
    .selectFrom('uploads')
    .select(['workspace_id', 'id'])
    .where('kept', '=', 0)
    .where('created_at', '<', before)
    .limit(100)
    .execute()
}
