import { Refusal } from '../../engine/refusal.ts'
import type { Database, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { groupExists, insertGroup } from './queries.ts'

/** Creates a group of requests and returns its id. */
export async function createGroup(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  now: number,
): Promise<number> {
  const id = await store.nextId(tx, 'request_group_ids')
  await insertGroup(tx, workspace, id, now)
  return id
}

/** @throws Refusal if the group does not exist. */
export async function requireGroup(
  db: Database,
  workspace: WorkspaceId,
  group: number | null | undefined,
): Promise<void> {
  if (group != null && !(await groupExists(db, workspace, group)))
    throw new Refusal('not_found', 'There is no such group.')
}
