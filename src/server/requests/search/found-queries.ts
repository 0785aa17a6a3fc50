import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** Columns of a page's requests. */
export async function listFound(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  return db
    .selectFrom('requests')
    .leftJoin('prompts', (join) =>
      join
        .onRef('prompts.workspace_id', '=', 'requests.workspace_id')
        .onRef('prompts.id', '=', 'requests.prompt_id'),
    )
    .select([
      'requests.id',
      'requests.model',
      'requests.provider',
      'requests.feature',
      'requests.function_name',
      'requests.started_at',
      'requests.ended_at',
      'requests.latency_ms',
      'requests.status',
      'requests.error_type',
      'requests.error_message',
      'requests.input_tokens',
      'requests.output_tokens',
      'requests.price',
      'requests.price_source',
      'requests.prompt_id',
      'requests.prompt_version_number',
      'requests.prompt_label',
      'requests.group_id',
      'requests.span_id',
      'requests.tags',
      'requests.metadata',
      'prompts.name as prompt_name',
    ])
    .where('requests.workspace_id', '=', workspace)
    .where('requests.id', 'in', ids)
    .execute()
}

export async function listScoresOf(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  return db
    .selectFrom('request_scores')
    .select(['request_id', 'name', 'score'])
    .where('workspace_id', '=', workspace)
    .where('request_id', 'in', ids)
    .orderBy('request_id')
    .orderBy('name')
    .execute()
}
