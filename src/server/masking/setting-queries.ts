import { type CompiledQuery, type Database, prepared, type Store, selectOne, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

const settingsId = 1

export const selectSettings = (db: Database | Tx, workspace: WorkspaceId) =>
  selectOne(db, 'masking_settings', { workspace_id: workspace, id: settingsId }, [
    'rules',
    'keeps_bodies',
    'sealed_key',
  ])

interface NewSettings {
  readonly rules: string
  readonly keeps_bodies: number
  readonly sealed_key: Uint8Array
}

export async function putSettings(tx: Tx, workspace: WorkspaceId, settings: NewSettings, now: number) {
  await tx
    .insertInto('masking_settings')
    .values({ workspace_id: workspace, id: settingsId, ...settings, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'id']).doUpdateSet({ ...settings, updated_at: now }),
    )
    .execute()
}

export const selectCounts = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('masking_counts')
    .select(['rule_id', 'found', 'last_at'])
    .where('workspace_id', '=', workspace)
    .execute()

export async function deleteCountsExcept(tx: Tx, workspace: WorkspaceId, ruleIds: readonly string[]) {
  let query = tx.deleteFrom('masking_counts').where('workspace_id', '=', workspace)
  if (ruleIds.length > 0) query = query.where('rule_id', 'not in', ruleIds)
  await query.execute()
}

interface CountValues extends Record<string, unknown> {
  workspace: number
  rule: string
  found: number
  now: number
}

export const addCount: (store: Store, values: CountValues) => CompiledQuery = prepared<CountValues>(
  (db, slot) =>
    db
      .insertInto('masking_counts')
      .values({
        workspace_id: slot('workspace'),
        rule_id: slot('rule'),
        found: slot('found'),
        last_at: slot('now'),
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'rule_id']).doUpdateSet((eb) => ({
          found: eb('masking_counts.found', '+', eb.ref('excluded.found')),
          last_at: eb.ref('excluded.last_at'),
        })),
      ),
)
