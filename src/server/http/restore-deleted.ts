import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { type NamedTable, restoreRow, type Tables, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface Deleted<Id> {
  readonly workspace: WorkspaceId
  readonly id: Id
  /** A new name, if another entity has its name now. */
  readonly name?: string | null | undefined
  readonly now: number
}

/** Restores an entity that was deleted in the last 30 days. @throws Refusal if the workspace has none. */
export async function restoreDeleted<Table extends NamedTable>(
  tx: Tx,
  table: Table,
  noun: string,
  { workspace, id, name, now }: Deleted<Tables[Table]['id']>,
): Promise<{ id: Tables[Table]['id']; name: string }> {
  const restoration = { since: now - restorableMilliseconds, name, now }
  const entity = await restoreRow(tx, table, workspace, id, restoration)
  if (!entity) throw new Refusal('not_found', `No ${noun} with this id was deleted in the last 30 days.`)
  return entity
}
