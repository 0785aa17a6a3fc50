import { chunksOf, type Database, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type LabelRow, namesOf, type RegistryKind, type RegistryKindName } from './kind.ts'
import { labelledVersions } from './labelled-version-queries.ts'

/** A release label, with the number of the version that it points at. */
export type NumberedLabel<Name extends RegistryKindName> = LabelRow<Name> & {
  readonly version_number: number
}

export function labelQueries<Name extends RegistryKindName>(kind: RegistryKind<Name>) {
  type Row = LabelRow<Name>
  const { versions, labels, owner } = namesOf(kind)

  const allRows = (db: Database | Tx, workspace: WorkspaceId) =>
    db.selectFrom(labels).selectAll().where('workspace_id', '=', workspace)
  const numbered = (db: Database | Tx, workspace: WorkspaceId, entities: readonly number[]) =>
    labelledVersions(kind, db, workspace)
      .selectAll(labels)
      .select(`${versions}.version_number`)
      .where(`${labels}.${owner}`, 'in', entities)
      .orderBy(`${labels}.id`)
      .execute()

  return {
    async findById(db: Database | Tx, workspace: WorkspaceId, id: number) {
      return (await allRows(db, workspace).where('id', '=', id).executeTakeFirst()) as Row | undefined
    },

    async findByName(db: Database | Tx, workspace: WorkspaceId, entity: number, name: string) {
      const row = await allRows(db, workspace)
        .where(owner, '=', entity)
        .where('name', '=', name)
        .executeTakeFirst()
      return row as Row | undefined
    },

    /** Lists labels in the order of their ids within each entity. */
    async listOf(db: Database | Tx, workspace: WorkspaceId, ...entities: readonly number[]) {
      const rows: unknown[] = []
      for (const chunk of chunksOf(entities)) rows.push(...(await numbered(db, workspace, chunk)))
      return rows as NumberedLabel<Name>[]
    },

    async insert(tx: Tx, row: Row) {
      await tx
        .insertInto(labels)
        .values(row as LabelRow<'prompt'>)
        .execute()
    },

    async point(tx: Tx, workspace: WorkspaceId, id: number, version: number, now: number) {
      await tx
        .updateTable(labels)
        .set({ version_id: version, updated_at: now })
        .where('workspace_id', '=', workspace)
        .where('id', '=', id)
        .execute()
    },

    async remove(tx: Tx, workspace: WorkspaceId, id: number) {
      await tx.deleteFrom(labels).where('workspace_id', '=', workspace).where('id', '=', id).execute()
    },
  }
}
