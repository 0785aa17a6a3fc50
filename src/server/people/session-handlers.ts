import { Refusal } from '../../engine/refusal.ts'
import { requirePerson } from '../http/caller.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { createWorkspaceIn, findWorkspaceName, transactOnKeys } from '../workspaces/index.ts'
import { memberToChange } from './members.ts'
import { presentSession } from './present.ts'
import {
  deleteMember,
  deleteSession,
  deleteSessions,
  findPerson,
  insertMember,
  moveSession,
  selectSessions,
  selectWorkspacesOf,
  setName,
} from './queries.ts'
import { endedCookie, endOfSession } from './sessions.ts'

export const sessionHandlers = {
  async readSession({ store }, { caller }) {
    const { actor, role, workspace } = caller
    if (actor.kind === 'person') return presentSession(store.db, actor.id, workspace)
    const keyWorkspace = { id: workspace as number, name: await findWorkspaceName(store.db, workspace) }
    const rights = { may_make_workspaces: false, is_installation_admin: false }
    return {
      success: true as const,
      person: null,
      role,
      rights,
      workspace: keyWorkspace,
      workspaces: [{ ...keyWorkspace, role }],
    }
  },

  async switchWorkspace({ store }, { caller, body }) {
    const actor = requirePerson(caller)
    const memberships = await selectWorkspacesOf(store.db, actor.id)
    if (!memberships.some(({ id }) => id === body.workspace_id))
      throw new Refusal('not_found', 'There is no such workspace.')
    await store.transact((tx) => moveSession(tx, actor.sessionHash, body.workspace_id))
    return presentSession(store.db, actor.id, body.workspace_id)
  },

  async createOwnWorkspace({ store, now }, { caller, body }) {
    const actor = requirePerson(caller)
    const id = await store.transact(async (tx) => {
      const person = await findPerson(tx, actor.id)
      if (person?.may_make_workspaces !== 1)
        throw new Refusal('forbidden', 'Creating workspaces needs a right that an installation admin grants.')
      const providerKeys = body.provider_keys && person.is_installation_admin === 1
      const workspace = await createWorkspaceIn(store, tx, { name: body.name, providerKeys, now: now() })
      await insertMember(tx, {
        workspace_id: workspace,
        person_id: actor.id,
        role: 'admin',
        created_at: now(),
      })
      await moveSession(tx, actor.sessionHash, workspace)
      return workspace
    })
    return presentSession(store.db, actor.id, id)
  },

  async signOut({ store }, { caller, visitor }) {
    const actor = requirePerson(caller)
    await store.transact((tx) => deleteSession(tx, actor.sessionHash))
    return new Answer(200, { success: true as const }, endedCookie(visitor))
  },

  async updateProfile({ store }, { caller, body }) {
    const actor = requirePerson(caller)
    await store.transact((tx) => setName(tx, actor.id, body.name))
    return presentSession(store.db, actor.id, caller.workspace)
  },

  async listSessions({ store, now }, { caller }) {
    const actor = requirePerson(caller)
    const rows = await selectSessions(store.db, actor.id)
    const sessions = rows
      .filter((row) => endOfSession(row) >= now())
      .map((row) => ({
        workspace: { id: row.id, name: row.name },
        signed_in_at: isoTime(row.created_at),
        last_seen_at: isoTime(row.last_seen_at),
        ends_at: isoTime(endOfSession(row)),
        is_current: row.token_hash === actor.sessionHash,
      }))
    return { success: true as const, sessions }
  },

  async endOtherSessions({ store }, { caller }) {
    const actor = requirePerson(caller)
    const ended = await store.transact((tx) => deleteSessions(tx, actor.id, actor.sessionHash))
    return { success: true as const, ended }
  },

  async leaveWorkspace({ store, now }, { caller, visitor }) {
    const actor = requirePerson(caller)
    const next = await transactOnKeys(store, async (tx) => {
      await memberToChange(tx, caller.workspace, actor.id, null)
      const workspaces = await selectWorkspacesOf(tx, actor.id)
      const next = workspaces.find(({ id }) => id !== caller.workspace)
      // The deletion of the member ends the sessions that are still in this workspace.
      if (next) await moveSession(tx, actor.sessionHash, next.id)
      await deleteMember(tx, caller.workspace, actor.id, now())
      return next
    })
    return next
      ? { success: true as const }
      : new Answer(200, { success: true as const }, endedCookie(visitor))
  },
} satisfies Partial<Handlers>
