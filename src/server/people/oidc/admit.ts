import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/index.ts'
import type { Visitor } from '../../http/handler.ts'
import {
  deleteInvitation,
  findIdentity,
  findPersonByEmail,
  insertIdentity,
  insertMember,
  insertPerson,
  selectInvitationsFor,
  selectWorkspacesOf,
} from '../queries.ts'
import { openSession } from '../sessions.ts'
import type { Claims } from './provider.ts'

/**
 * The cookie of a session for whoever the provider vouches for: known by its subject, else by an address that the
 * provider has verified, of an account or of an invitation. Null: nobody here has asked for this person.
 */
export function admit({ store, now }: Context, claims: Claims, visitor: Visitor): Promise<string | null> {
  return store.transact(async (tx) => {
    const time = now()
    const person = (await knownPerson(tx, claims)) ?? (await invitedPerson(tx, claims, time))
    if (person === null) return null
    await acceptInvitations(tx, person, claims, time)
    const [first] = await selectWorkspacesOf(tx, person)
    return first ? openSession(tx, visitor, { person, workspace: first.id, now: time }) : null
  })
}

async function knownPerson(tx: Tx, { issuer, subject, email }: Claims): Promise<string | null> {
  const known = await findIdentity(tx, issuer, subject)
  if (known) return known.id
  const account = email === null ? undefined : await findPersonByEmail(tx, email)
  if (!account) return null
  await insertIdentity(tx, { issuer, subject, person_id: account.id })
  return account.id
}

async function invitedPerson(tx: Tx, { issuer, subject, email, name }: Claims, now: number) {
  if (email === null || (await selectInvitationsFor(tx, email, now)).length === 0) return null
  const id = randomUUIDv7()
  const email_key = email.toLowerCase()
  await insertPerson(tx, {
    id,
    name: name.slice(0, 255),
    email,
    email_key,
    password_hash: null,
    created_at: now,
  })
  await insertIdentity(tx, { issuer, subject, person_id: id })
  return id
}

async function acceptInvitations(tx: Tx, person: string, { email }: Claims, now: number): Promise<void> {
  if (email === null) return
  const member = new Set((await selectWorkspacesOf(tx, person)).map(({ id }) => id))
  for (const { workspace_id, id, role } of await selectInvitationsFor(tx, email, now)) {
    await deleteInvitation(tx, workspace_id, id)
    if (!member.has(workspace_id))
      await insertMember(tx, { workspace_id, person_id: person, role, created_at: now })
  }
}
