import { chunksOf, type Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** The runs with these ids that have ended. */
export async function listEnded(
  db: Database,
  workspace: WorkspaceId,
  runs: readonly number[],
): Promise<number[]> {
  const ended: number[] = []
  for (const chunk of chunksOf(runs)) {
    const rows = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where('id', 'in', chunk)
      .where('state', '<>', 'running')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  return ended
}

/** Maximum runs of one channel. Clients that name their channel use a new name for each run. */
const maxRuns = 20

/** Ended runs of a workflow with this end of the channel's name, newest first. */
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
    .limit(maxRuns)
    .execute()
  return rows.map(({ id }) => id)
}
