import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { CopiedId } from './outbox-queries.ts'

/** Rows that a batch inserted. */
export const countOfBatch = (ids: readonly CopiedId[], batch: number): string =>
  `select count() as rows from requests where batch = ${batch} and ${within(ids)}`

export const countOlder = (ids: readonly CopiedId[], batch: number): string =>
  `select count() as rows from requests where ${older(ids, batch)}`

export const deleteOlder = (ids: readonly CopiedId[], batch: number): string =>
  `delete from requests where ${older(ids, batch)}`

/** Rows of these requests from earlier batches, which are replaced or deleted. */
const older = (ids: readonly CopiedId[], batch: number): string =>
  `batch < ${batch} and ${within(ids)} and id in (${ids.map(({ request_id }) => request_id)})`

/** Bounds for the index of ids, which are unique in all workspaces. */
function within(ids: readonly CopiedId[]): string {
  const numbers = ids.map(({ request_id }) => request_id)
  return `id between ${Math.min(...numbers)} and ${Math.max(...numbers)}`
}

/** Whether a request of the workspace has a score in `given_scores`, which is not copied to ClickHouse. */
export const hasGivenScores = async (db: Database, workspace: WorkspaceId): Promise<boolean> =>
  (await db
    .selectFrom('given_scores')
    .select('name')
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', 'request')
    .limit(1)
    .executeTakeFirst()) !== undefined
