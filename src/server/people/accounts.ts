import { randomBytes } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import type { Database, Store, Tx } from '../db/index.ts'
import { type Caller, requirePerson } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { revokePersonalKeys, setProviderKeys, transactOnKeys } from '../workspaces/index.ts'
import {
  type AccountRow,
  deletePresence,
  lockAccounts,
  makeAdmin,
  selectAccounts,
  selectInstallationWorkspaces,
  selectSoleAdminWorkspaces,
  setRights,
} from './account-queries.ts'
import { hashPassword } from './password.ts'
import { presentPerson } from './present.ts'
import { deleteIdentities, deleteSessions, findPerson, findPersonByEmail, setPassword } from './queries.ts'

const absent = () => new Refusal('not_found', 'There is no such account.')

/** Refuses a caller without the right of an installation admin, which is independent of roles in workspaces. */
export async function requireInstallationAdmin(db: Database, caller: Caller): Promise<string> {
  const { id } = requirePerson(caller)
  if ((await findPerson(db, id))?.is_installation_admin === 1) return id
  throw new Refusal('forbidden', 'Only an installation admin can do this.')
}

export interface Closing {
  readonly person: string
  /** The person who becomes admin of workspaces that would have none; null: they have no admin then. */
  readonly heir: string | null
  readonly now: number
}

/**
 * Closes an account and ends its sessions, personal keys and memberships. A session that starts meanwhile is refused
 * because of `closed_at`.
 */
export async function closeAccount(tx: Tx, { person, heir, now }: Closing): Promise<void> {
  const account = await findPerson(tx, person)
  if (!account) throw absent()
  if (account.closed_at !== null) return
  const orphaned = await selectSoleAdminWorkspaces(tx, person)
  await setRights(tx, person, { closed_at: now, may_make_workspaces: 0, is_installation_admin: 0 })
  await deletePresence(tx, account)
  await revokePersonalKeys(tx, person, now)
  if (heir !== null) for (const workspace of orphaned) await makeAdmin(tx, workspace, heir, now)
}

export async function reopenAccount(tx: Tx, person: string): Promise<void> {
  const account = await findPerson(tx, person)
  if (!account) throw absent()
  // Ends sessions that started while the account was closed, so that they do not become valid.
  if (account.closed_at !== null) await deletePresence(tx, account)
  await setRights(tx, person, { closed_at: null })
}

/**
 * Removes the account's identities at the provider, and ends all sessions. The next subject with the address is
 * linked.
 */
export async function unlinkAccount(tx: Tx, person: string): Promise<void> {
  await deleteIdentities(tx, person)
  await deleteSessions(tx, person, null)
}

export const makeInstallationAdmin = (tx: Tx, person: string) =>
  setRights(tx, person, { is_installation_admin: 1, may_make_workspaces: 1 })

/** Changes an account by its address, for commands, which may change all accounts. */
export async function changeAccount(
  store: Store,
  email: string,
  change: (tx: Tx, person: string) => Promise<unknown>,
): Promise<AccountRow> {
  return transactOnKeys(store, async (tx) => {
    await lockAccounts(tx)
    const account = await findPersonByEmail(tx, email)
    if (!account) throw new Refusal('not_found', `there is no account ${email}`)
    await change(tx, account.id)
    return (await selectAccounts(tx, account.id))[0]!
  })
}

/** Gives an account a new random password, for commands. The person changes it after signing in. Ends all sessions. */
export async function resetPassword(store: Store, email: string) {
  const password = randomBytes(12).toString('base64url')
  const hash = await hashPassword(password)
  const account = await changeAccount(store, email, async (tx, person) => {
    if ((await findPerson(tx, person))?.closed_at !== null)
      throw new Refusal(
        'conflict',
        `the account ${email} is closed; first run "galley account reopen ${email}"`,
      )
    await setPassword(tx, person, hash)
    await deleteSessions(tx, person, null)
  })
  return { email: account.email, password }
}

export const accountHandlers = {
  async listAccounts({ store }, { caller }) {
    await requireInstallationAdmin(store.db, caller)
    return { success: true as const, accounts: (await selectAccounts(store.db)).map(present) }
  },

  async updateAccount({ store, now }, { caller, params, body }) {
    const account = await transactOnKeys(store, async (tx) => {
      await lockAccounts(tx)
      const self = await requireInstallationAdmin(tx, caller)
      const person = params.person_id
      if (!(await findPerson(tx, person))) throw absent()
      if (person === self)
        throw new Refusal('conflict', 'You cannot change your own account. Ask another installation admin.')
      if (body.closed === false) await reopenAccount(tx, person)
      const rights = {
        ...(body.may_make_workspaces !== undefined && {
          may_make_workspaces: body.may_make_workspaces ? 1 : 0,
        }),
        ...(body.is_installation_admin !== undefined && {
          is_installation_admin: body.is_installation_admin ? 1 : 0,
        }),
      }
      if (Object.keys(rights).length > 0) await setRights(tx, person, rights)
      if (body.closed) await closeAccount(tx, { person, heir: self, now: now() })
      const [changed] = await selectAccounts(tx, person)
      return present(changed!)
    })
    return { success: true as const, account }
  },

  async listInstallationWorkspaces({ store }, { caller }) {
    await requireInstallationAdmin(store.db, caller)
    const rows = await selectInstallationWorkspaces(store.db)
    return { success: true as const, workspaces: rows.map(presentWorkspace) }
  },

  async updateInstallationWorkspace({ store }, { caller, params, body }) {
    const workspace = await store.transact(async (tx) => {
      await requireInstallationAdmin(tx, caller)
      const id = params.workspace_id
      if ((await selectInstallationWorkspaces(tx, id)).length === 0)
        throw new Refusal('not_found', 'There is no such workspace.')
      await setProviderKeys(tx, id, body.provider_keys)
      const [changed] = await selectInstallationWorkspaces(tx, id)
      return presentWorkspace(changed!)
    })
    return { success: true as const, workspace }
  },
} satisfies Partial<Handlers>

const present = (row: AccountRow) => ({
  person: presentPerson(row),
  created_at: isoTime(row.created_at),
  closed_at: row.closed_at === null ? null : isoTime(row.closed_at),
  last_seen_at: row.last_seen_at === null ? null : isoTime(row.last_seen_at),
  may_make_workspaces: row.may_make_workspaces === 1,
  is_installation_admin: row.is_installation_admin === 1,
  workspaces: [...row.workspaces],
})

const presentWorkspace = (row: Awaited<ReturnType<typeof selectInstallationWorkspaces>>[number]) => ({
  id: row.id,
  name: row.name,
  created_at: isoTime(row.created_at),
  provider_keys: row.provider_keys !== 0,
})
