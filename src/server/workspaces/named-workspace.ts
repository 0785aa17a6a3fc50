import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { hashApiKey } from './api-key.ts'
import { findKeyOwner, findWorkspace } from './queries.ts'

/** Finds the workspace that a command names by id; commands may use all workspaces. */
export async function namedWorkspace(store: Store, id: number): Promise<WorkspaceId> {
  if (!(await findWorkspace(store.db, id))) throw new Refusal('not_found', `there is no workspace ${id}`)
  return id as WorkspaceId
}

/** Finds the workspace of the key that a command gives. */
export async function workspaceOfKey(store: Store, key: string): Promise<WorkspaceId> {
  const owner = await findKeyOwner(store, hashApiKey(key))
  if (!owner || owner.revoked_at !== null) throw new Refusal('not_found', 'the API key is unknown or revoked')
  return owner.workspace_id as WorkspaceId
}
