import type { Endpoints, Query } from '../../contract/index.ts'
import type { Database } from '../db/index.ts'
import { listExternalIdsOfMany } from '../external-ids/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { selectGroups } from './group-queries.ts'
import { countDatasets, type DatasetFilter, selectDatasets } from './list-queries.ts'
import { presentDataset } from './present.ts'

type ListQuery = Query<Endpoints['listDatasets']>

/** Returns the datasets of the matching reports; undefined if the filter does not concern reports. */
export type DatasetsOfReports = (
  db: Database,
  workspace: WorkspaceId,
  filter: Pick<ListQuery, 'report_id' | 'prompt_id' | 'prompt_version_id' | 'prompt_label_id'>,
) => Promise<readonly number[] | undefined>

export function listDatasets(datasetsOfReports: DatasetsOfReports): Handler<'listDatasets'> {
  return async ({ store }, { caller, query }) => {
    const { workspace } = caller
    const { page, per_page } = query
    const db = store.scan
    refuseOtherWorkspace(workspace, query.workspace_id)
    const filter: DatasetFilter = { ...query, ids: await datasetsOfReports(db, workspace, query) }
    const total = filter.ids?.length === 0 ? 0 : await countDatasets(db, workspace, filter)
    const rows = total === 0 ? [] : await selectDatasets(db, workspace, filter, query)
    const groupIds = [...new Set(rows.map(({ group_id }) => group_id))]
    const groups = new Map((await selectGroups(db, workspace, groupIds)).map((group) => [group.id, group]))
    const externalIds = await listExternalIdsOfMany(db, workspace, 'dataset-group', groupIds)
    return {
      success: true as const,
      message: 'These are the datasets.',
      datasets: rows.map((row) =>
        presentDataset(row, groups.get(row.group_id)!, externalIds.get(String(row.group_id)) ?? []),
      ),
      page,
      per_page,
      total,
      pages: Math.ceil(total / per_page),
    }
  }
}
