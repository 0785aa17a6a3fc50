import {
  changeRows,
  contains,
  countRows,
  type DashboardRow,
  type Database,
  numberedRows,
  rowsOfPage,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const dashboardRows = numberedRows('dashboards')

const ofWorkspace = (db: Database | Tx, workspace: WorkspaceId, name: string | undefined) => {
  const all = db.selectFrom('dashboards').where('workspace_id', '=', workspace)
  return name === undefined || name === '' ? all : all.where(contains('dashboards.name', name))
}

export const countDashboards = (db: Database | Tx, workspace: WorkspaceId, name?: string) =>
  countRows(ofWorkspace(db, workspace, name))

export async function selectDashboards(
  db: Database,
  workspace: WorkspaceId,
  name: string | undefined,
  page: Parameters<typeof rowsOfPage>[0],
) {
  const { limit, offset } = rowsOfPage(page)
  return ofWorkspace(db, workspace, name)
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

type Change = Partial<Pick<DashboardRow, 'name' | 'query' | 'since_hours' | 'tiles' | 'updated_at'>>

/** Changes the dashboard if it still has this revision; false if it has another revision or was deleted. */
export const changeDashboard = async (
  tx: Tx,
  { workspace_id, id, revision }: Pick<DashboardRow, 'workspace_id' | 'id' | 'revision'>,
  change: Change,
): Promise<boolean> =>
  (await changeRows(
    tx,
    'dashboards',
    { workspace_id, id, revision },
    { ...change, revision: revision + 1 },
  )) > 0
