import type { RetentionRule } from '../../engine/retention/rules.ts'
import { type Database, deleteRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export async function selectRules(db: Database | Tx, workspace: WorkspaceId): Promise<RetentionRule[]> {
  const rows = await db
    .selectFrom('retention_rules')
    .select(['tag', 'days'])
    .where('workspace_id', '=', workspace)
    .orderBy('tag')
    .execute()
  return rows.map(({ tag, days }) => ({ tag: tag === '' ? null : tag, days }))
}

export async function replaceRules(
  tx: Tx,
  workspace: WorkspaceId,
  rules: readonly RetentionRule[],
  now: number,
) {
  await deleteRows(tx, 'retention_rules', { workspace_id: workspace })
  if (rules.length === 0) return
  await tx
    .insertInto('retention_rules')
    .values(
      rules.map(({ tag, days }) => ({
        workspace_id: workspace,
        tag: tag ?? '',
        days,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}
