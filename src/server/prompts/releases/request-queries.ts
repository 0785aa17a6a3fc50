import { Refusal } from '../../../engine/refusal.ts'
import {
  changeRows,
  type Database,
  insertRows,
  type ReleaseRequestRow,
  sameWorkspace,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/**
 * Release requests with the template's name and the present version of the label. Requests for deleted templates are
 * left out.
 */
const requests = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('release_requests')
    .innerJoin('prompts', sameWorkspace('prompts', 'release_requests', { id: 'prompt_id' }))
    .leftJoin(
      'prompt_labels',
      sameWorkspace('prompt_labels', 'release_requests', { prompt_id: 'prompt_id', name: 'label' }),
    )
    .leftJoin('prompt_versions', sameWorkspace('prompt_versions', 'prompt_labels', { id: 'version_id' }))
    .leftJoin('protected_labels', sameWorkspace('protected_labels', 'release_requests', { name: 'label' }))
    .selectAll('release_requests')
    .select([
      'prompts.name as prompt_name',
      'prompt_versions.version_number as current_version',
      'protected_labels.takes_two as takes_two',
    ])
    .where('release_requests.workspace_id', '=', workspace)
    .where('prompts.deleted_at', 'is', null)

export type ReleaseRequest = Awaited<ReturnType<typeof selectRequests>>[number]

interface Page {
  readonly prompt: number | undefined
  readonly status: ReleaseRequestRow['status'] | undefined
  readonly before: number | undefined
  readonly limit: number
}

export const selectRequests = (
  db: Database,
  workspace: WorkspaceId,
  { prompt, status, before, limit }: Page,
) =>
  requests(db, workspace)
    .$if(prompt !== undefined, (query) => query.where('release_requests.prompt_id', '=', prompt!))
    .$if(status !== undefined, (query) => query.where('release_requests.status', '=', status!))
    .$if(before !== undefined, (query) => query.where('release_requests.id', '<', before!))
    .orderBy('release_requests.id', 'desc')
    .limit(limit)
    .execute()

export async function getRequest(db: Database | Tx, workspace: WorkspaceId, id: number) {
  const request = await requests(db, workspace).where('release_requests.id', '=', id).executeTakeFirst()
  if (!request) throw new Refusal('not_found', 'There is no such release request.')
  return request
}

export const findOpenRequest = (tx: Tx, workspace: WorkspaceId, prompt: number, label: string) =>
  requests(tx, workspace)
    .where('release_requests.prompt_id', '=', prompt)
    .where('release_requests.label', '=', label)
    .where('release_requests.status', '=', 'open')
    .executeTakeFirst()

export const insertRequest = (tx: Tx, row: ReleaseRequestRow) => insertRows(tx, 'release_requests', row)

export type Decision = Pick<
  ReleaseRequestRow,
  'status' | 'decider_kind' | 'decider_id' | 'decider_name' | 'decided_at' | 'decision_note'
>

export const closeRequest = (tx: Tx, workspace: WorkspaceId, id: number, decision: Decision) =>
  changeRows(tx, 'release_requests', { workspace_id: workspace, id }, decision)
