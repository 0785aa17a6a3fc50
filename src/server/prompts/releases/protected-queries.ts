import type { Protection } from '../../../engine/release/protection.ts'
import { changeRows, chunksOf, type Database, numberedRows, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export const protectedLabelRows = numberedRows('protected_labels')

const protectedLabels = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('protected_labels').selectAll().where('workspace_id', '=', workspace)

export const selectProtectedLabels = (db: Database | Tx, workspace: WorkspaceId) =>
  protectedLabels(db, workspace).orderBy('name').execute()

export async function protectionOf(
  db: Database | Tx,
  workspace: WorkspaceId,
  name: string,
): Promise<Protection> {
  const row = await protectedLabels(db, workspace).where('name', '=', name).executeTakeFirst()
  return row && { needsTwoApprovers: row.takes_two === 1 }
}

/** The names of the protected release labels and dynamic labels of these templates. */
export async function protectedNamesOn(
  tx: Tx,
  workspace: WorkspaceId,
  prompts: readonly number[],
): Promise<string[]> {
  const names = new Set<string>()
  for (const table of ['prompt_labels', 'dynamic_labels'] as const)
    for (const chunk of chunksOf(prompts)) {
      const rows = await tx
        .selectFrom(table)
        .innerJoin('protected_labels', (join) =>
          join
            .onRef('protected_labels.workspace_id', '=', `${table}.workspace_id`)
            .onRef('protected_labels.name', '=', `${table}.name`),
        )
        .select('protected_labels.name')
        .where(`${table}.workspace_id`, '=', workspace)
        .where(`${table}.prompt_id`, 'in', chunk)
        .distinct()
        .execute()
      for (const { name } of rows) names.add(name)
    }
  return [...names].sort()
}

export const changeNeedsTwo = (tx: Tx, workspace: WorkspaceId, id: number, needsTwo: number) =>
  changeRows(tx, 'protected_labels', { workspace_id: workspace, id }, { takes_two: needsTwo })
