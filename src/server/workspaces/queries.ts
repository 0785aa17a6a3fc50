import { sql } from 'kysely'
import { mayDo, type Role, roles } from '../../contract/index.ts'
import {
  changeRows,
  countRows,
  type Database,
  insertRows,
  oncePerTurn,
  prepared,
  preparedRead,
  type Store,
  selectOne,
  type Tx,
  withValue,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface KeyOwner {
  id: number
  workspace_id: number
  revoked_at: number | null
  last_used_at: number | null
  role: Role
  name: string
  requests_per_minute: number | null
}

const keyByHash = preparedRead<{ hash: string }, KeyOwner>('api_key_by_hash', (db, slot) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'workspace_id', 'revoked_at', 'last_used_at', 'role', 'name', 'requests_per_minute'])
    .where('hash', '=', slot('hash')),
)

const firstOf = ([first]: KeyOwner[]): KeyOwner | undefined => first

export const findKeyOwner = (store: Store, hash: string) => withValue(keyByHash(store, { hash }), firstOf)

const revisionById = preparedRead<{ workspace: WorkspaceId }, { registry_revision: number }>(
  'registry_revision',
  (db, slot) => db.selectFrom('workspaces').select('registry_revision').where('id', '=', slot('workspace')),
)

/** Reads the revision without sharing a read that began before this call. */
export const readStoredRevision = (store: Store, workspace: WorkspaceId): number | Promise<number> =>
  withValue(revisionById(store, { workspace }), ([revision]) => revision!.registry_revision)

export const findStoredRevision = oncePerTurn(readStoredRevision)

export interface RegistryReader {
  readonly reader: string
  readonly renewals: number
}

/** Enters this process as a reader of the workspace's revision. */
export const renewRegistryReader = (store: Store, workspace: WorkspaceId, reader: string) =>
  store.change(
    store.db
      .insertInto('registry_readers')
      .values({ workspace_id: workspace, reader, renewals: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'reader'])
          .doUpdateSet({ renewals: sql<number>`registry_readers.renewals + 1` }),
      )
      .returning('renewals')
      .compile(),
  )

export const findOtherRegistryReaders = (db: Database, workspace: WorkspaceId, own: string) =>
  db
    .selectFrom('registry_readers')
    .select(['reader', 'renewals'])
    .where('workspace_id', '=', workspace)
    .where('reader', '!=', own)
    .execute()

/** Deletes readers that were not renewed since they were read. Processes that ended leave their rows to this. */
export const deleteRegistryReaders = (
  { append, db }: Store,
  workspace: WorkspaceId,
  readers: readonly RegistryReader[],
) =>
  append(
    readers.map(({ reader, renewals }) =>
      db
        .deleteFrom('registry_readers')
        .where('workspace_id', '=', workspace)
        .where('reader', '=', reader)
        .where('renewals', '=', renewals)
        .compile(),
    ),
  )

export const touchKey = prepared<{ hash: string; now: number }>((db, slot) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: slot('now') })
    .where('hash', '=', slot('hash')),
)

export const insertWorkspace = (tx: Tx, { id, name, now }: { id: number; name: string; now: number }) =>
  insertRows(tx, 'workspaces', { id, name, registry_revision: 0, created_at: now, deleted_at: null })

export interface NewKey {
  id: number
  workspace: number
  name: string
  hash: string
  suffix: string
  role: Role
  createdBy: string | null
  requestsPerMinute: number | null
  owner: string | null
  now: number
}

export const insertKey = (tx: Tx, key: NewKey) =>
  insertRows(tx, 'api_keys', {
    hash: key.hash,
    id: key.id,
    workspace_id: key.workspace,
    name: key.name,
    suffix: key.suffix,
    created_at: key.now,
    last_used_at: null,
    revoked_at: null,
    role: key.role,
    created_by: key.createdBy,
    requests_per_minute: key.requestsPerMinute,
    owner_id: key.owner,
  })

export async function findWorkspace(db: Database, id: number) {
  return selectOne(db, 'workspaces', { id, deleted_at: null }, ['id', 'name'])
}

export async function findWorkspaceName(db: Database, workspace: WorkspaceId): Promise<string> {
  return (await findWorkspace(db, workspace))!.name
}

export const renameWorkspace = (tx: Tx, id: number, name: string) =>
  changeRows(tx, 'workspaces', { id }, { name })

export async function findFirstWorkspace(db: Database) {
  const live = db.selectFrom('workspaces').select(['id', 'name']).where('deleted_at', 'is', null)
  return live.orderBy('id').limit(1).executeTakeFirst()
}

export async function listKeys(db: Database, workspace: number) {
  return db
    .selectFrom('api_keys')
    .leftJoin('people', 'people.id', 'api_keys.owner_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      'suffix',
      'role',
      'created_by',
      'api_keys.created_at',
      'last_used_at',
      'revoked_at',
      'requests_per_minute',
      'owner_id',
      'people.name as owner_name',
    ])
    .where('workspace_id', '=', workspace)
    .orderBy('api_keys.id')
    .execute()
}

export async function selectLiveKeys(db: Database, workspace: WorkspaceId) {
  return (await listKeys(db, workspace)).filter(({ revoked_at }) => revoked_at === null)
}

/** Counts the keys that are not revoked. */
export const countLiveKeys = (db: Database, workspace: number) =>
  countRows(db.selectFrom('api_keys').where('workspace_id', '=', workspace).where('revoked_at', 'is', null))

/** Returns the number of changed keys. */
export const setKeyRate = (
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  requests_per_minute: number | null,
): Promise<number> =>
  changeRows(tx, 'api_keys', { workspace_id: workspace, id, revoked_at: null }, { requests_per_minute })

/** Revokes a key. Returns the number of revoked keys; 0 if there is no such key. */
export const revokeKey = (tx: Tx, id: number, now: number, workspace?: number): Promise<number> =>
  changeRows(tx, 'api_keys', { ...workspaceCondition(workspace), id, revoked_at: null }, { revoked_at: now })

/** Revokes the personal keys of a person, in one or all workspaces. */
export const revokePersonalKeys = (tx: Tx, person: string, now: number, workspace?: WorkspaceId) =>
  changeRows(
    tx,
    'api_keys',
    { ...workspaceCondition(workspace), owner_id: person, revoked_at: null },
    { revoked_at: now },
  )

/** The condition for one workspace; without one, no condition. */
const workspaceCondition = (workspace: number | undefined) =>
  workspace === undefined ? {} : { workspace_id: workspace }

/** Limits personal keys to the new role of their person. */
export async function lowerPersonalKeys(tx: Tx, workspace: WorkspaceId, person: string, role: Role) {
  const higher = roles.filter((candidate) => candidate !== role && mayDo(candidate, role))
  if (higher.length === 0) return
  await changeRows(tx, 'api_keys', { workspace_id: workspace, owner_id: person, role: higher }, { role })
}

export const incrementRegistryRevision = (tx: Tx, workspace: WorkspaceId) =>
  changeRows(tx, 'workspaces', { id: workspace }, { registry_revision: sql<number>`registry_revision + 1` })
