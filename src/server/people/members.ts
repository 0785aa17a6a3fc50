import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { InvitationRow, Tx } from '../db/index.ts'
import { deleteOne } from '../http/delete-one.ts'
import type { Handlers } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { lockWorkspace, lowerPersonalKeys, transactOnKeys } from '../workspaces/index.ts'
import { presentInvitation, presentMember } from './present.ts'
import {
  deleteInvitation,
  deleteMember,
  findPersonByEmail,
  insertInvitation,
  replaceInvitationToken,
  selectInvitations,
  selectMembers,
  setRole,
} from './queries.ts'
import { hashToken, newToken } from './token.ts'

const invitationMilliseconds = 7 * 24 * 3_600_000

const noInvitation = () => new Refusal('not_found', 'There is no such invitation.')

/** The token is in the fragment, so that no log of addresses holds it. */
const joinPath = (token: string) => `/join#${token}`

export const memberHandlers = {
  async listMembers({ store, now }, { caller }) {
    const members = await selectMembers(store.db, caller.workspace)
    const invitations = await selectInvitations(store.db, caller.workspace, now())
    return {
      success: true as const,
      members: members.map(presentMember),
      invitations: invitations.map(presentInvitation),
    }
  },

  async changeMember({ store }, { caller, params, body }) {
    const member = await transactOnKeys(store, async (tx) => {
      const member = await memberToChange(tx, caller.workspace, params.person_id, body.role)
      await setRole(tx, caller.workspace, params.person_id, body.role)
      await lowerPersonalKeys(tx, caller.workspace, params.person_id, body.role)
      return { ...member, role: body.role }
    })
    return { success: true as const, member: presentMember(member) }
  },

  async removeMember({ store, now }, { caller, params }) {
    await transactOnKeys(store, async (tx) => {
      await memberToChange(tx, caller.workspace, params.person_id, null)
      await deleteMember(tx, caller.workspace, params.person_id, now())
    })
    return { success: true as const }
  },

  async invite({ store, now }, { caller, body }) {
    const email = body.email.toLowerCase()
    const token = newToken()
    const row: InvitationRow = {
      workspace_id: caller.workspace,
      id: randomUUIDv7(),
      token_hash: hashToken(token),
      email,
      role: body.role,
      created_at: now(),
      expires_at: now() + invitationMilliseconds,
      invited_by: caller.actor.kind === 'person' ? caller.actor.name : null,
    }
    const existing = await findPersonByEmail(store.db, email)
    if (existing?.closed_at)
      throw new Refusal(
        'conflict',
        'The account of this address is closed; an installation admin can reopen it.',
      )
    await store.transact(async (tx) => {
      await lockWorkspace(tx, caller.workspace)
      const members = await selectMembers(tx, caller.workspace)
      if (members.some((member) => member.email.toLowerCase() === email))
        throw new Refusal('conflict', 'This person is a member already.')
      const invitations = await selectInvitations(tx, caller.workspace, row.created_at)
      if (invitations.some((invitation) => invitation.email === email))
        throw new Refusal('conflict', 'There is an invitation for this address already; withdraw it first.')
      await insertInvitation(tx, row)
    })
    return { success: true as const, invitation: presentInvitation(row), token, path: joinPath(token) }
  },

  async renewInvitation({ store, now }, { caller, params }) {
    const token = newToken()
    const row = await store.transact(async (tx) => {
      await lockWorkspace(tx, caller.workspace)
      const invitations = await selectInvitations(tx, caller.workspace, now())
      const invitation = invitations.find(({ id }) => id === params.invitation_id)
      const renewed =
        invitation &&
        (await replaceInvitationToken(tx, invitation, hashToken(token), now() + invitationMilliseconds))
      if (!renewed) throw noInvitation()
      return renewed
    })
    return { success: true as const, invitation: presentInvitation(row), token, path: joinPath(token) }
  },

  async withdrawInvitation({ store }, { caller, params }) {
    return deleteOne(store, noInvitation, (tx) =>
      deleteInvitation(tx, caller.workspace, params.invitation_id),
    )
  },
} satisfies Partial<Handlers>

/** Locks the workspace, so that two admins cannot demote each other at the same time. */
export async function memberToChange(tx: Tx, workspace: WorkspaceId, person: string, next: Role | null) {
  await lockWorkspace(tx, workspace)
  const members = await selectMembers(tx, workspace)
  const member = members.find(({ id }) => id === person)
  if (!member) throw new Refusal('not_found', 'There is no such member.')
  const admins = members.filter(({ role }) => role === 'admin')
  if (next !== 'admin' && admins.length === 1 && admins[0] === member)
    throw new Refusal('conflict', 'A workspace needs an admin. Make another member an admin first.')
  return member
}
