import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type EntityRow, namesOf, type RegistryKind, type RegistryKindName } from './kind.ts'

export function entityQueries<Name extends RegistryKindName>(kind: RegistryKind<Name>) {
  type Row = EntityRow<Name>
  const { entities } = namesOf(kind)

  const allRows = (db: Database | Tx, workspace: WorkspaceId) =>
    db.selectFrom(entities).selectAll().where('workspace_id', '=', workspace)
  const liveRows = (db: Database | Tx, workspace: WorkspaceId) =>
    allRows(db, workspace).where('deleted_at', 'is', null)

  return {
    async findById(db: Database | Tx, workspace: WorkspaceId, id: number) {
      const row = await liveRows(db, workspace).where('id', '=', id).executeTakeFirst()
      return row as Row | undefined
    },

    async findByName(db: Database | Tx, workspace: WorkspaceId, name: string) {
      const row = await liveRows(db, workspace).where('name', '=', name).executeTakeFirst()
      return row as Row | undefined
    },

    /** Finds an entity even if it is deleted. */
    async findRow(db: Database | Tx, workspace: WorkspaceId, id: number) {
      return (await allRows(db, workspace).where('id', '=', id).executeTakeFirst()) as Row | undefined
    },

    async insert(tx: Tx, row: Row) {
      await tx
        .insertInto(entities)
        .values(row as EntityRow<'prompt'>)
        .execute()
    },

    async update(tx: Tx, workspace: WorkspaceId, id: number, change: Partial<Row>) {
      await tx
        .updateTable(entities)
        .set(change as Partial<EntityRow<'prompt'>>)
        .where('workspace_id', '=', workspace)
        .where('id', '=', id)
        .execute()
    },
  }
}
