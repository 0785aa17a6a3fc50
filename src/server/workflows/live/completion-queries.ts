import { chunksOf, type Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** Those of the runs that are over. */
export async function listEnded(
  db: Database,
  workspace: WorkspaceId,
  runs: readonly number[],
): Promise<number[]> {
  const ended: number[] = []
  for (const some of chunksOf(runs)) {
    const rows = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where('id', 'in', some)
      .where('state', '<>', 'running')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  return ended
}

/** A client that names its channel names a new one for each run. */
const mostOfOneChannel = 20

/** Runs of a workflow that are over and are waited for on one channel, newest first. */
export async function listEndedOnChannel(
  db: Database,
  workspace: WorkspaceId,
  workflow: number,
  suffix: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('workflow_runs')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('workflow_id', '=', workflow)
    .where('channel_suffix', '=', suffix)
    .where('state', '<>', 'running')
    .orderBy('id', 'desc')
    .limit(mostOfOneChannel)
    .execute()
  return rows.map(({ id }) => id)
}
