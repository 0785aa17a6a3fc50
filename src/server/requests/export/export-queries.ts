import { originalOf, type Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** Arrival time of the workspace's last request, by the server's clock; 0: no requests. */
export async function lastArrivalOf({ db }: Store, workspace: WorkspaceId): Promise<number> {
  const row = await db
    .selectFrom('requests')
    .select(({ fn }) => fn.max<number | null>('created_at').as('last'))
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow()
  return row.last ?? 0
}

/** Columns of exported requests, unordered. */
export async function listExported({ scan }: Store, workspace: WorkspaceId, ids: readonly number[]) {
  return scan
    .selectFrom('requests')
    .leftJoin('prompts', (join) =>
      join
        .onRef('prompts.workspace_id', '=', 'requests.workspace_id')
        .onRef('prompts.id', '=', 'requests.prompt_id'),
    )
    .select([
      'requests.id',
      'requests.source',
      'requests.feature',
      'requests.provider',
      'requests.model',
      'requests.function_name',
      'requests.status',
      'requests.error_type',
      'requests.error_message',
      'requests.started_at',
      'requests.ended_at',
      'requests.latency_ms',
      'requests.input_tokens',
      'requests.output_tokens',
      'requests.price',
      'requests.price_source',
      'requests.prompt_id',
      'requests.prompt_version_number',
      'requests.prompt_label',
      'requests.prompt_input_variables',
      'requests.group_id',
      'requests.span_id',
      'requests.tags',
      'requests.metadata',
      'requests.created_at',
      'prompts.name as prompt_name',
    ])
    .where('requests.workspace_id', '=', workspace)
    .where('requests.id', 'in', ids)
    .execute()
}
export type ExportedRow = Awaited<ReturnType<typeof listExported>>[number]

/** The original body of a request; null if it was deleted meanwhile. */
export async function originalIn(
  { scan }: Store,
  workspace: WorkspaceId,
  { id }: Pick<ExportedRow, 'id'>,
): Promise<Buffer | null> {
  const row = await scan
    .selectFrom('request_payloads')
    .select('payload')
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', id)
    .executeTakeFirst()
  return row ? originalOf(row.payload) : null
}
