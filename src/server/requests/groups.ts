import { Refusal } from '../../engine/refusal.ts'
import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { groupExists } from './queries.ts'

/** @throws Refusal if the group does not exist. */
export async function requireGroup(
  db: Database,
  workspace: WorkspaceId,
  group: number | null | undefined,
): Promise<void> {
  if (group != null && !(await groupExists(db, workspace, group)))
    throw new Refusal('not_found', 'There is no such group.')
}
