import { contains, type Database, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { namesOf, type RegistryKind, type RegistryKindName, type VersionRow } from './kind.ts'
import { labelledVersions } from './labelled-version-queries.ts'

export interface VersionPage {
  /** Lists only versions with a lower number. */
  readonly before: number | undefined
  readonly limit: number
  readonly search?: VersionSearch | undefined
}

/** Finds the versions of these numbers, and those whose commit message contains the text. */
export interface VersionSearch {
  readonly text: string | null
  readonly numbers: readonly number[]
}

export function versionQueries<Name extends RegistryKindName>(kind: RegistryKind<Name>) {
  type Row = VersionRow<Name>
  const { versions, labels, owner } = namesOf(kind)

  const allRows = (db: Database | Tx, workspace: WorkspaceId) =>
    db.selectFrom(versions).where('workspace_id', '=', workspace)

  return {
    async findById(db: Database | Tx, workspace: WorkspaceId, id: number) {
      const row = await allRows(db, workspace).selectAll().where('id', '=', id).executeTakeFirst()
      return row as Row | undefined
    },

    async findByNumber(db: Database | Tx, workspace: WorkspaceId, entity: number, number: number) {
      const row = await allRows(db, workspace)
        .selectAll()
        .where(owner, '=', entity)
        .where('version_number', '=', number)
        .executeTakeFirst()
      return row as Row | undefined
    },

    async findByLabel(db: Database | Tx, workspace: WorkspaceId, entity: number, label: string) {
      const row = await labelledVersions(kind, db, workspace)
        .selectAll(versions)
        .where(`${labels}.${owner}`, '=', entity)
        .where(`${labels}.name`, '=', label)
        .executeTakeFirst()
      return row as Row | undefined
    },

    /** Lists versions of one entity without their content, newest first. */
    async listPage(db: Database, workspace: WorkspaceId, entity: number, page: VersionPage) {
      const { before, limit, search } = page
      let query = allRows(db, workspace)
        .select(['id', 'version_number', 'commit_message', 'created_at'])
        .where(owner, '=', entity)
      if (before !== undefined) query = query.where('version_number', '<', before)
      if (search)
        query = query.where(({ or, eb }) =>
          or([
            ...(search.text === null ? [] : [contains('commit_message', search.text)]),
            ...(search.numbers.length > 0 ? [eb('version_number', 'in', search.numbers)] : []),
          ]),
        )
      return query.orderBy('version_number', 'desc').limit(limit).execute()
    },

    async insert(tx: Tx, row: Row) {
      await tx
        .insertInto(versions)
        .values(row as VersionRow<'prompt'>)
        .execute()
    },
  }
}
