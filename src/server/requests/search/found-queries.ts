import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** The columns of requests that pages and exports show, in any order. */
export const listRows = (db: Database, workspace: WorkspaceId, ids: readonly number[]) =>
  db
    .selectFrom('requests')
    .select([
      'id',
      'source',
      'feature',
      'provider',
      'model',
      'function_name',
      'status',
      'error_type',
      'error_message',
      'started_at',
      'ended_at',
      'latency_ms',
      'time_to_first_token_ms',
      'output_tokens_per_second',
      'attempts',
      'waited_ms',
      'input_tokens',
      'output_tokens',
      'price',
      'price_source',
      'prompt_id',
      'prompt_version_number',
      'prompt_label',
      'prompt_input_variables',
      'group_id',
      'span_id',
      'tags',
      'metadata',
      'created_at',
    ])
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
export type ListedRow = Awaited<ReturnType<typeof listRows>>[number]

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
