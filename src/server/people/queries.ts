import type { Role } from '../../contract/index.ts'
import {
  changeRow,
  changeRows,
  type Database,
  deleteRows,
  type InvitationRow,
  insertRows,
  type MemberRow,
  type PersonRow,
  preparedRead,
  type SessionRow,
  type Store,
  sameWorkspace,
  selectOne,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { revokePersonalKeys } from '../workspaces/index.ts'

export async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const findPersonByEmail = (db: Database, email: string) =>
  selectOne(db, 'people', { email_key: email.toLowerCase() })

export const findPerson = (db: Database, id: string) => selectOne(db, 'people', { id })

type NewPerson = Pick<PersonRow, 'id' | 'name' | 'email' | 'password_hash' | 'created_at'> &
  Partial<Pick<PersonRow, 'may_make_workspaces' | 'is_installation_admin'>>

/** Inserts a person without rights in the installation. */
export async function insertPerson(tx: Tx, person: NewPerson) {
  const rights = { may_make_workspaces: 0, is_installation_admin: 0, closed_at: null }
  const row = { ...rights, ...person, email_key: person.email.toLowerCase() }
  await insertRows(tx, 'people', row)
}

export const setName = (tx: Tx, person: string, name: string) =>
  changeRows(tx, 'people', { id: person }, { name })

export const setPassword = (tx: Tx, person: string, password_hash: string) =>
  changeRows(tx, 'people', { id: person }, { password_hash })

export async function findIdentity(db: Database, issuer: string, subject: string) {
  return db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'identities.person_id')
    .selectAll('people')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** True if the person signs in with a subject of this issuer. */
export async function hasIdentity(db: Database, issuer: string, person: string): Promise<boolean> {
  return (await selectOne(db, 'identities', { issuer, person_id: person })) !== undefined
}

export const deleteIdentities = (tx: Tx, person: string) =>
  deleteRows(tx, 'identities', { person_id: person })

export const insertIdentity = (tx: Tx, row: { issuer: string; subject: string; person_id: string }) =>
  insertRows(tx, 'identities', row)

export const insertMember = (tx: Tx, row: MemberRow) => insertRows(tx, 'members', row)

export async function selectMembers(db: Database, workspace: WorkspaceId) {
  return db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .select(['people.id', 'people.name', 'people.email', 'members.role', 'members.created_at'])
    .where('members.workspace_id', '=', workspace)
    .orderBy('people.name')
    .orderBy('people.id')
    .execute()
}

export const setRole = (tx: Tx, workspace: WorkspaceId, person: string, role: Role) =>
  changeRows(tx, 'members', { workspace_id: workspace, person_id: person }, { role })

/** Locks a membership and returns its role; undefined if the person is not a member. */
export async function lockMembership(tx: Tx, workspace: WorkspaceId, person: string) {
  const member = await tx
    .updateTable('members')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('workspace_id', '=', workspace)
    .where('person_id', '=', person)
    .returning('role')
    .executeTakeFirst()
  return member?.role
}

/** Deletes a member, and the person's sessions and personal keys in this workspace. */
export async function deleteMember(tx: Tx, workspace: WorkspaceId, person: string, now: number) {
  await revokePersonalKeys(tx, person, now, workspace)
  for (const table of ['sessions', 'members'] as const)
    await tx.deleteFrom(table).where('workspace_id', '=', workspace).where('person_id', '=', person).execute()
}

export async function selectWorkspacesOf(db: Database, person: string) {
  return db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['workspaces.id', 'workspaces.name', 'members.role'])
    .where('members.person_id', '=', person)
    .orderBy('workspaces.id')
    .execute()
}

interface SessionOwner {
  person_id: string
  name: string
  workspace_id: number
  role: Role
  created_at: number
  last_seen_at: number
}

const sessionByHash = preparedRead<{ hash: string }, SessionOwner>('session_by_hash', (db, slot) =>
  db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .innerJoin('members', sameWorkspace('members', 'sessions', { person_id: 'person_id' }))
    .select([
      'sessions.person_id',
      'people.name',
      'sessions.workspace_id',
      'members.role',
      'sessions.created_at',
      'sessions.last_seen_at',
    ])
    .where('sessions.token_hash', '=', slot('hash'))
    .where('people.closed_at', 'is', null),
)

/** Finds the owner of a session; undefined if the person has left the workspace or the account is closed. */
export async function findSession(store: Store, hash: string): Promise<SessionOwner | undefined> {
  return (await sessionByHash(store, { hash }))[0]
}

export const insertSession = (tx: Tx, row: SessionRow) => insertRows(tx, 'sessions', row)

export const touchSession = (tx: Tx, hash: string, last_seen_at: number) =>
  changeRows(tx, 'sessions', { token_hash: hash }, { last_seen_at })

export const moveSession = (tx: Tx, hash: string, workspace_id: number) =>
  changeRows(tx, 'sessions', { token_hash: hash }, { workspace_id })

export const deleteSession = (tx: Tx, hash: string) => deleteRows(tx, 'sessions', { token_hash: hash })

/** Deletes a person's sessions, except one that may stay, and returns their number. */
export async function deleteSessions(tx: Tx, person: string, exceptHash: string | null): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('person_id', '=', person)
    .$if(exceptHash !== null, (query) => query.where('token_hash', '!=', exceptHash!))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The sessions of a person in workspaces of which the person is a member, the last used first. */
export async function selectSessions(db: Database, person: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('members', sameWorkspace('members', 'sessions', { person_id: 'person_id' }))
    .innerJoin('workspaces', 'workspaces.id', 'sessions.workspace_id')
    .select([
      'sessions.token_hash',
      'sessions.created_at',
      'sessions.last_seen_at',
      'workspaces.id',
      'workspaces.name',
    ])
    .where('sessions.person_id', '=', person)
    .orderBy('sessions.last_seen_at', 'desc')
    .orderBy('sessions.token_hash')
    .execute()
}

export const insertInvitation = (tx: Tx, row: InvitationRow) => insertRows(tx, 'invitations', row)

export async function selectInvitations(db: Database, workspace: WorkspaceId, now: number) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
}

export const findInvitation = (tx: Database, hash: string) =>
  selectOne(tx, 'invitations', { token_hash: hash })

/** Describes an invitation, with the workspace's name and whether the address has an account. */
export async function describeInvitation(db: Database, hash: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('people', 'people.email_key', 'invitations.email')
    .select([
      'workspaces.name as workspace',
      'invitations.email',
      'invitations.role',
      'invitations.invited_by',
      'invitations.expires_at',
      'people.id as person_id',
    ])
    .where('invitations.token_hash', '=', hash)
    .executeTakeFirst()
}

/** Replaces the token, so that the old link ends. Returns the updated invitation. */
export async function replaceInvitationToken(
  tx: Tx,
  { workspace_id, id }: InvitationRow,
  token_hash: string,
  expires_at: number,
): Promise<InvitationRow | undefined> {
  return changeRow(tx, 'invitations', { workspace_id, id }, { token_hash, expires_at })
}

/** Deletes the invitation whose link has this token; false if there is none. Only the caller that deleted it may accept it. */
export const useInvitation = async (tx: Tx, token_hash: string): Promise<boolean> =>
  (await deleteRows(tx, 'invitations', { token_hash })) > 0

/** Returns the number of deleted rows. */
export const deleteInvitation = (tx: Tx, workspace_id: number, id: string) =>
  deleteRows(tx, 'invitations', { workspace_id, id })

export async function selectInvitationsFor(db: Database, email: string, now: number) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .where('expires_at', '>', now)
    .execute()
}

export const insertSetupCode = (tx: Tx, code_hash: string, created_at: number) =>
  insertRows(tx, 'setup_codes', { code_hash, created_at })

export const hasSetupCode = async (db: Database, hash: string): Promise<boolean> =>
  (await selectOne(db, 'setup_codes', { code_hash: hash }, ['created_at'])) !== undefined

/** Uses a code, which deletes all codes; false if the code does not exist. */
export async function spendSetupCodes(tx: Tx, hash: string): Promise<boolean> {
  // If the same code is used twice at once, the second use waits here and then finds no row.
  if ((await deleteRows(tx, 'setup_codes', { code_hash: hash })) === 0) return false
  await tx.deleteFrom('setup_codes').execute()
  return true
}
