import { maxKeys, type Role } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Store, Tx } from '../db/index.ts'
import { generateApiKey, hashApiKey, suffixOf } from './api-key.ts'
import { transactOnKeys } from './authenticate.ts'
import { namedWorkspace } from './named-workspace.ts'
import {
  countLiveKeys,
  findFirstWorkspace,
  insertKey,
  insertWorkspace,
  listKeys,
  revokeKey,
} from './queries.ts'
import { setProviderKeys } from './settings.ts'
import { lockWorkspace } from './settings-queries.ts'

export interface CreatedWorkspace {
  workspaceId: number
  name: string
  key: string
}

const nameLimit = 255
/** A fixed id, so that only one of two concurrent first starts can create the workspace. */
const defaultWorkspaceId = 1

function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > nameLimit)
    throw new Refusal('bad_request', `a name has 1 to ${nameLimit} characters`)
  return trimmed
}

interface KeyFields {
  readonly name: string
  readonly key: string
  readonly role?: Role
  /** The name of the person who made the key. */
  readonly createdBy?: string | null
  readonly requestsPerMinute?: number | null
  /** The id of the person, for a personal key. */
  readonly owner?: string | null
}

async function addKey(store: Store, tx: Tx, workspace: number, fields: KeyFields, now: number) {
  const { name, key, role = 'admin', createdBy = null, requestsPerMinute = null, owner = null } = fields
  const id = await store.nextId(tx, 'api_key_ids')
  await insertKey(tx, {
    id,
    workspace,
    name,
    hash: hashApiKey(key),
    suffix: suffixOf(key),
    role,
    createdBy,
    requestsPerMinute,
    owner,
    now,
  })
  return id
}

/** Creates a key in the caller's transaction. Only this result contains the key itself. */
export async function makeKey(
  store: Store,
  tx: Tx,
  workspace: number,
  fields: Omit<KeyFields, 'key'>,
  now: number,
): Promise<{ id: number; key: string }> {
  await lockWorkspace(tx, workspace)
  if ((await countLiveKeys(tx, workspace)) >= maxKeys)
    throw new Refusal('invalid', `A workspace has at most ${maxKeys} live keys; revoke one first.`)
  const key = generateApiKey()
  return { id: await addKey(store, tx, workspace, { ...fields, key }, now), key }
}

/** Creates a workspace without keys; its members create them. */
export async function createWorkspaceIn(
  store: Store,
  tx: Tx,
  { name, providerKeys, now }: { name: string; providerKeys: boolean; now: number },
): Promise<number> {
  const id = await store.nextId(tx, 'workspace_ids')
  await insertWorkspace(tx, { id, name: checkName(name), now })
  if (!providerKeys) await setProviderKeys(tx, id, false)
  return id
}

/** Creates a workspace with its first key. Only this result contains the key itself. */
export async function createWorkspace(
  store: Store,
  options: { name: string; key?: string | null; id?: number; providerKeys?: boolean; now: number },
): Promise<CreatedWorkspace> {
  const name = checkName(options.name)
  const key = options.key ?? generateApiKey()
  const workspaceId = await store.transact(async (tx) => {
    const id = options.id ?? (await store.nextId(tx, 'workspace_ids'))
    await insertWorkspace(tx, { id, name, now: options.now })
    if (options.providerKeys === false) await setProviderKeys(tx, id, false)
    await addKey(store, tx, id, { name: 'first key', key }, options.now)
    return id
  })
  return { workspaceId, name, key }
}

export async function createKey(
  store: Store,
  workspace: number,
  name: string,
  now: number,
  requestsPerMinute: number | null = null,
) {
  const keyName = checkName(name)
  await namedWorkspace(store, workspace)
  const created = await store.transact((tx) =>
    makeKey(store, tx, workspace, { name: keyName, requestsPerMinute }, now),
  )
  return { ...created, workspaceId: workspace, name: keyName }
}

export async function describeKeys(store: Store, workspace: number) {
  const date = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return (await listKeys(store.db, workspace)).map((key) => ({
    id: key.id,
    name: key.name,
    ends_with: key.suffix,
    role: key.role,
    created_by: key.created_by,
    requests_per_minute: key.requests_per_minute,
    owner: key.owner_name,
    created_at: date(key.created_at),
    last_used_at: date(key.last_used_at),
    revoked_at: date(key.revoked_at),
  }))
}

export async function revoke(store: Store, id: number, now: number): Promise<void> {
  const revoked = await transactOnKeys(store, (tx) => revokeKey(tx, id, now))
  if (revoked === 0) throw new Refusal('not_found', `there is no live key ${id}`)
}

/** Creates the default workspace in an empty database; null if there is a workspace. */
export async function ensureDefaultWorkspace(
  store: Store,
  options: { key: string | null; now: number },
): Promise<CreatedWorkspace | null> {
  if (await findFirstWorkspace(store.db)) return null
  try {
    return await createWorkspace(store, { ...options, id: defaultWorkspaceId, name: 'default' })
  } catch (error) {
    // Another process created the workspace first.
    if (store.isDuplicate(error) && (await findFirstWorkspace(store.db))) return null
    throw error
  }
}
