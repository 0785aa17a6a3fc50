import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Bounds the rows read, however many scores there are. */
const maxScores = 2_000

/** Scores have no time, so the newest scores are those of the newest requests. */
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
