import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findWorkspace } from './queries.ts'

/** A workspace named on the command line, which may access all workspaces. */
export async function namedWorkspace(store: Store, id: number): Promise<WorkspaceId> {
  if (!(await findWorkspace(store.db, id))) throw new Refusal('not_found', `there is no workspace ${id}`)
  return id as WorkspaceId
}
