import { type Expression, type SqlBool, sql } from 'kysely'
import type { EntityType } from '../../contract/index.ts'
import { chunksOf, type Database, type Tables, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import type { FolderedEntity, FolderedKind, FolderScope } from './foldered-kind.ts'

type FolderedTable = 'prompts' | 'workflows' | 'dataset_groups' | 'reports' | 'input_variable_sets'

/** A condition: the row is in the scope. */
export function isInScope(scope: FolderScope): Expression<SqlBool> {
  if (scope === 'everywhere') return sql`true`
  return scope === 'root'
    ? sql`folder_id is null`
    : sql`folder_id in (${scope.length === 0 ? sql`null` : sql.join(scope)})`
}

const notDeleted = sql<boolean>`deleted_at is null`

/** The columns of a row that are the same in all these tables. */
interface FolderedRow {
  readonly id: number
  readonly name: string
  readonly folder_id: number | null
  readonly created_at: number
  readonly updated_at: number
}

export const folderedEntity = (
  type: EntityType,
  { id, name, folder_id, created_at, updated_at }: FolderedRow,
  own: Partial<Pick<FolderedEntity, 'tags' | 'metadata' | 'contentMatches'>>,
): FolderedEntity => ({
  type,
  id,
  name,
  folderId: folder_id,
  createdAt: created_at,
  updatedAt: updated_at,
  tags: [],
  metadata: {},
  contentMatches: false,
  ...own,
})

interface RowOptions {
  /** Excludes deleted rows. */
  readonly live?: Expression<SqlBool>
  /** True if reads of these entities are cached under the revision of the registry. */
  readonly isCached?: boolean
}

/** The operations on a table with `folder_id`. Removed rows are marked as deleted: requests, runs and reports may refer to them. */
export function folderedRows<Table extends FolderedTable>(
  table: Table,
  { live = notDeleted, isCached = false }: RowOptions = {},
) {
  const rowsOf: FolderedTable = table
  const ids = async (tx: Tx, workspace: WorkspaceId, condition: Expression<SqlBool>) => {
    const query = tx.selectFrom(rowsOf).select('id').where('workspace_id', '=', workspace)
    return (await query.where(live).where(condition).execute()).map(({ id }) => id)
  }
  const change = async (
    tx: Tx,
    workspace: WorkspaceId,
    changed: readonly number[],
    values: { readonly folder_id: number | null; readonly updated_at?: number; readonly deleted_at?: number },
  ) => {
    if (isCached) await bumpRegistryRevision(tx, workspace)
    await tx
      .updateTable(rowsOf)
      .set(values)
      .where('workspace_id', '=', workspace)
      .where('id', 'in', changed)
      .execute()
  }
  const kind: Pick<FolderedKind, 'find' | 'idsIn' | 'names' | 'move' | 'remove'> = {
    find: (tx, workspace, _type, among) => ids(tx, workspace, sql`id in (${sql.join(among)})`),
    idsIn: (tx, workspace, folders) => ids(tx, workspace, isInScope(folders)),
    async names(tx, workspace, namedIds) {
      const query = tx.selectFrom(rowsOf).select('name').where('workspace_id', '=', workspace)
      return (await query.where('id', 'in', namedIds).orderBy('id').execute()).map(({ name }) => name)
    },
    move: (tx, workspace, moved, folder, now) =>
      change(tx, workspace, moved, { folder_id: folder, updated_at: now }),
    remove: (tx, workspace, removed, now) =>
      change(tx, workspace, removed, { folder_id: null, deleted_at: now }),
  }
  /** The rows in a scope, by id. */
  const within = async (db: Database, workspace: WorkspaceId, scope: FolderScope) => {
    const query = db.selectFrom(rowsOf).selectAll().where('workspace_id', '=', workspace)
    const rows = await query.where(live).where(isInScope(scope)).orderBy('id').execute()
    return rows as unknown as Tables[Table][]
  }
  return { kind, within }
}

/** Tables whose rows are in folders but in no list of a folder's entities. */
const unlistedTables = ['tools', 'skill_collections', 'tables'] as const

/** Moves rows of these tables to the root when their folders are deleted. */
export async function moveUnlistedToRoot(tx: Tx, workspace: WorkspaceId, folders: readonly number[]) {
  for (const table of unlistedTables)
    for (const chunk of chunksOf(folders))
      await tx
        .updateTable(table)
        .set({ folder_id: null })
        .where('workspace_id', '=', workspace)
        .where('folder_id', 'in', chunk)
        .execute()
}
