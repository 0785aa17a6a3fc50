import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { PersonRow, Tx } from '../../db/index.ts'
import type { Visitor } from '../../http/handler.ts'
import { recordEvent, recordSignIn } from '../entry-events.ts'
import {
  deleteInvitation,
  findIdentity,
  findPersonByEmail,
  hasIdentity,
  insertIdentity,
  insertMember,
  insertPerson,
  selectInvitationsFor,
  selectWorkspacesOf,
} from '../queries.ts'
import { openSession } from '../sessions.ts'
import type { Claims } from './provider.ts'

/** A session cookie, or why the person is not admitted. */
export type Admission =
  | { readonly cookie: string }
  | { readonly problem: 'not-invited' | 'unverified' | 'other-person' | 'closed' | 'no-workspace' }

/**
 * Signs in a person of the identity provider, whom the subject identifies. A verified address links a new subject to an
 * invitation, or to an account without a subject of this provider: the provider may give an address to another person.
 */
export function admitByClaims(context: Context, claims: Claims, visitor: Visitor): Promise<Admission> {
  const { store, now } = context
  return store.transact(async (tx) => {
    const time = now()
    const existing = await findExistingPerson(tx, claims)
    if (existing === 'other-person') return { problem: existing }
    if (existing && existing.closed_at !== null) return { problem: 'closed' }
    const person = existing ? existing.id : await createInvitedPerson(tx, claims, time)
    if (person === null) return { problem: claims.hasUnverifiedEmail ? 'unverified' : 'not-invited' }
    await acceptInvitations(context, tx, person, claims)
    const [first] = await selectWorkspacesOf(tx, person)
    if (!first) return { problem: 'no-workspace' }
    await recordSignIn(context, tx, { person, name: claims.name, workspace: first.id, visitor, by: 'oidc' })
    return { cookie: await openSession(tx, visitor, { person, workspace: first.id, now: time }) }
  })
}

async function findExistingPerson(
  tx: Tx,
  { issuer, subject, email }: Claims,
): Promise<PersonRow | 'other-person' | null> {
  const identity = await findIdentity(tx, issuer, subject)
  if (identity) return identity
  const account = email === null ? undefined : await findPersonByEmail(tx, email)
  if (!account) return null
  if (await hasIdentity(tx, issuer, account.id)) return 'other-person'
  if (account.closed_at === null) await insertIdentity(tx, { issuer, subject, person_id: account.id })
  return account
}

async function createInvitedPerson(tx: Tx, { issuer, subject, email, name }: Claims, now: number) {
  if (email === null || (await selectInvitationsFor(tx, email, now)).length === 0) return null
  const id = randomUUIDv7()
  await insertPerson(tx, {
    id,
    name,
    email,
    password_hash: null,
    created_at: now,
  })
  await insertIdentity(tx, { issuer, subject, person_id: id })
  return id
}

async function acceptInvitations(context: Context, tx: Tx, person: string, { email, name }: Claims) {
  if (email === null) return
  const now = context.now()
  const memberships = new Set((await selectWorkspacesOf(tx, person)).map(({ id }) => id))
  for (const { workspace_id, id, role } of await selectInvitationsFor(tx, email, now)) {
    const isWithdrawn = (await deleteInvitation(tx, workspace_id, id)) === 0
    if (isWithdrawn || memberships.has(workspace_id)) continue
    await insertMember(tx, { workspace_id, person_id: person, role, created_at: now })
    await recordEvent(context, tx, {
      workspace: workspace_id,
      actor: { kind: 'person', id: person, name },
      operation: 'accept_invitation',
      input: { email, role, by: 'oidc' },
    })
  }
}
