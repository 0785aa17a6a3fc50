import type { Role } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Database, InvitationRow } from '../db/index.ts'
import { isoTime } from '../http/iso-time.ts'
import { findPerson, selectWorkspacesOf } from './queries.ts'

/** Presents a session, for operations that open or change one. */
export async function presentSession(db: Database, person: string, workspace: number) {
  const [row, workspaces] = [await findPerson(db, person), await selectWorkspacesOf(db, person)]
  const current = workspaces.find(({ id }) => id === workspace)
  // The membership or account has ended since authentication.
  if (!row || !current) throw new Refusal('unauthorized', 'The session has ended.')
  return {
    success: true as const,
    person: presentPerson(row),
    role: current.role,
    rights: {
      may_make_workspaces: row.may_make_workspaces === 1,
      is_installation_admin: row.is_installation_admin === 1,
    },
    workspace: { id: current.id, name: current.name },
    workspaces: workspaces.map(({ id, name, role }) => ({ id, name, role })),
  }
}

export const presentPerson = ({ id, name, email }: { id: string; name: string; email: string }) => ({
  id,
  name,
  email,
})

export const presentMember = (row: {
  id: string
  name: string
  email: string
  role: Role
  created_at: number
}) => ({
  person: presentPerson(row),
  role: row.role,
  joined_at: isoTime(row.created_at),
})

export const presentInvitation = ({ id, email, role, created_at, expires_at }: InvitationRow) => ({
  id,
  email,
  role,
  created_at: isoTime(created_at),
  expires_at: isoTime(expires_at),
})
