import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { CopiedId } from './outbox-queries.ts'

/** Counts the rows that a batch has inserted. */
export const countOfBatch = (ids: readonly CopiedId[], batch: number): string =>
  `select count() as rows from requests where batch = ${batch} and ${within(ids)}`

export const countOlder = (ids: readonly CopiedId[], batch: number): string =>
  `select count() as rows from requests where ${older(ids, batch)}`

export const deleteOlder = (ids: readonly CopiedId[], batch: number): string =>
  `delete from requests where ${older(ids, batch)}`

/**
 * Deletions mark rows in patches; these mutations rewrite the parts without the marked rows. A merge would do so too, but
 * large parts of earlier months may never be merged again.
 */
export const eraseStatements = [
  'alter table requests apply patches',
  'alter table requests apply deleted mask',
] as const

/** A condition: the row is from an earlier batch of these requests, which this batch replaces or deletes. */
const older = (ids: readonly CopiedId[], batch: number): string =>
  `batch < ${batch} and ${within(ids)} and id in (${ids.map(({ request_id }) => request_id)})`

/** A condition on the range of ids, for the index. Ids are unique in all workspaces. */
function within(ids: readonly CopiedId[]): string {
  const numbers = ids.map(({ request_id }) => request_id)
  return `id between ${Math.min(...numbers)} and ${Math.max(...numbers)}`
}

/** True if a request of the workspace has a score in `given_scores`, which ClickHouse does not have. */
export const hasGivenScores = async (db: Database, workspace: WorkspaceId): Promise<boolean> =>
  (await db
    .selectFrom('given_scores')
    .select('name')
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', 'request')
    .limit(1)
    .executeTakeFirst()) !== undefined
