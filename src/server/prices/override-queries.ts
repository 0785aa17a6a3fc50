import {
  changeRows,
  countRows,
  type Database,
  deleteRows,
  insertRows,
  type PriceOverrideRow,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

const overrides = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('price_overrides').selectAll().where('workspace_id', '=', workspace)

export async function selectOverrides(db: Database, workspace: WorkspaceId) {
  return overrides(db, workspace).orderBy('id').execute()
}

export async function findOverride(tx: Tx, workspace: WorkspaceId, id: number) {
  return overrides(tx, workspace).where('id', '=', id).executeTakeFirst()
}

export const insertOverride = (tx: Tx, row: PriceOverrideRow) => insertRows(tx, 'price_overrides', row)

export const countOverrides = (tx: Tx, workspace: WorkspaceId) =>
  countRows(tx.selectFrom('price_overrides').where('workspace_id', '=', workspace))

export const changeOverride = (
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Omit<PriceOverrideRow, 'workspace_id' | 'id' | 'created_at'>,
) => changeRows(tx, 'price_overrides', { workspace_id: workspace, id }, change)

export const removeOverride = (tx: Tx, workspace_id: WorkspaceId, id: number) =>
  deleteRows(tx, 'price_overrides', { workspace_id, id })
