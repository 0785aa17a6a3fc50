import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Limits the rows that are read. */
const maxScores = 2_000

/** Reads the scores of the newest requests, because scores have no time of their own. */
export async function selectPromptScores(db: Database, workspace: WorkspaceId) {
  return db
    .with('newest', (query) =>
      query
        .selectFrom('request_scores')
        .select(['request_id', 'score'])
        .where('workspace_id', '=', workspace)
        .orderBy('request_id', 'desc')
        .limit(maxScores),
    )
    .selectFrom('newest')
    .innerJoin('requests', (join) =>
      join.on('requests.workspace_id', '=', workspace).onRef('requests.id', '=', 'newest.request_id'),
    )
    .where('requests.prompt_id', 'is not', null)
    .groupBy('requests.prompt_id')
    .select(({ fn }) => ['requests.prompt_id', fn.sum('newest.score').as('sum'), fn.countAll().as('count')])
    .$narrowType<{ prompt_id: number }>()
    .execute()
}
