import { sql } from 'kysely'
import type { UnderWay } from '../../contract/index.ts'
import type { Store, Tx } from '../db/index.ts'
import { abandonedAfter, deleteUploads } from '../uploads/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { maxItems } from './remaining.ts'

/** Lists the open jobs of the workspace that may write texts, and uploads that are still arriving. */
export async function findWork({ db }: Store, workspace: WorkspaceId, now: number): Promise<UnderWay[]> {
  const { rows } = await sql<UnderWay>`select distinct kind, run as id from jobs
      where workspace_id = ${workspace} and state in ('queued', 'leased')
        and kind not in ('person deletion', 'retention', 'log export', 'forget-cached-cells')
    union select 'upload', id from uploads where workspace_id = ${workspace}
      and kept = 0 and created_at >= ${now - abandonedAfter}
    order by 1, 2 limit ${maxItems}`.execute(db)
  return rows.map(({ kind, id }) => ({ kind, id }))
}

/** Maximum requests whose ids are compared, in the order of arrival. */
const maxArrivals = 1_000_000

/** Finds the lowest id of the requests that arrived since a time; null if there are none. */
export async function firstRequestSince(
  { scan }: Store,
  workspace: WorkspaceId,
  since: number,
): Promise<number | null> {
  // With the limit, both engines read the index of arrival times and not all ids from the lowest one.
  const { first } = await scan
    .selectFrom((query) =>
      query
        .selectFrom('requests')
        .select('id')
        .where('workspace_id', '=', workspace)
        .where('created_at', '>=', since)
        .orderBy('created_at')
        .orderBy('id')
        .limit(maxArrivals)
        .as('arrived'),
    )
    .select(({ fn }) => fn.min('id').as('first'))
    .executeTakeFirstOrThrow()
  return first === null ? null : Number(first)
}

/** Deletes uploads that no import or dataset reads, and abandoned uploads. Returns the number of deleted uploads. */
export async function removeUnusedUploads(tx: Tx, workspace: WorkspaceId, now: number): Promise<number> {
  const { rows } = await sql<{ id: string; kept: number }>`select id, kept from uploads
    where workspace_id = ${workspace} and (kept = 1 or created_at < ${now - abandonedAfter})`.execute(tx)
  const used = await usedUploads(tx, workspace)
  const unused = rows.filter(({ id, kept }) => Number(kept) === 0 || !used.has(id)).map(({ id }) => id)
  await deleteUploads(tx, workspace, unused)
  return unused.length
}

/**
 * Returns the ids of the uploads that an import or a dataset reads. The caller compares them in JavaScript, because
 * SQL would compare each upload with each id.
 */
async function usedUploads(tx: Tx, workspace: WorkspaceId): Promise<ReadonlySet<string>> {
  const imports = await sql<{ id: string }>`select upload_id as id from sheet_imports
    where workspace_id = ${workspace} and upload_id is not null`.execute(tx)
  const datasets = await sql<{ filling: string }>`select filling from datasets
    where workspace_id = ${workspace} and filling like '%"upload":%'`.execute(tx)
  return new Set([
    ...imports.rows.map(({ id }) => id),
    ...datasets.rows.map(({ filling }) => String((JSON.parse(filling) as { upload?: unknown }).upload)),
  ])
}
