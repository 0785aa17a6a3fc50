import { Refusal } from '../../engine/refusal.ts'
import { requirePerson } from '../http/caller.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import { createWorkspaceIn, findWorkspaceName } from '../workspaces/index.ts'
import { presentSession } from './present.ts'
import { deleteSession, findPerson, insertMember, moveSession, selectWorkspacesOf } from './queries.ts'
import { endedCookie } from './sessions.ts'

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
} satisfies Partial<Handlers>
