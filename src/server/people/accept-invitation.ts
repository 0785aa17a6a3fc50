import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import { refusingDuplicates } from '../db/index.ts'
import { Answer, type Handler } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { recordEvent } from './entry-events.ts'
import { hashPassword } from './password.ts'
import { presentSession } from './present.ts'
import {
  describeInvitation,
  findInvitation,
  findPersonByEmail,
  insertMember,
  insertPerson,
  useInvitation,
} from './queries.ts'
import { openSession } from './sessions.ts'
import { checkPassword } from './sign-in.ts'
import { hashToken } from './token.ts'

const notValid = () => new Refusal('not_found', 'This invitation was used, withdrawn, or has expired.')

/** Describes an invitation to the person who has its token. */
export const readInvitation: Handler<'readInvitation'> = async ({ store, now }, { body }) => {
  const invitation = await describeInvitation(store.db, hashToken(body.token))
  if (!invitation || invitation.expires_at <= now()) throw notValid()
  const { workspace, email, role, invited_by, expires_at, person_id } = invitation
  return {
    success: true as const,
    workspace: { name: workspace },
    email,
    role,
    invited_by,
    expires_at: isoTime(expires_at),
    has_account: person_id !== null,
  }
}

export const acceptInvitation: Handler<'acceptInvitation'> = async (context, { body, visitor }) => {
  const { store, now, config } = context
  if (config.singleSignOn?.disablesPasswords)
    throw new Refusal('forbidden', 'People sign in with single sign-on here.')
  const hash = hashToken(body.token)
  const invitation = await findInvitation(store.db, hash)
  if (!invitation || invitation.expires_at <= now()) throw notValid()
  const { email, role, workspace_id } = invitation
  const existing = await findPersonByEmail(store.db, email)
  if (existing)
    await checkPassword(
      context,
      { email, visitor, password: body.password },
      existing.closed_at === null ? existing : undefined,
    )
  else if (body.name === undefined)
    throw new Refusal('invalid', 'is required for a new account', { loc: ['body', 'name'] })
  const person = existing?.id ?? randomUUIDv7()
  const password_hash = existing ? null : await hashPassword(body.password)
  const cookie = await refusingDuplicates(store, 'This person is a member already.', () =>
    store.transact(async (tx) => {
      const created_at = now()
      // By the token, because a new link may have been made while the password was checked.
      if (!(await useInvitation(tx, hash))) throw notValid()
      if (!existing)
        await insertPerson(tx, {
          id: person,
          name: body.name!,
          email,
          password_hash,
          created_at,
        })
      await insertMember(tx, { workspace_id, person_id: person, role, created_at })
      await recordEvent(context, tx, {
        workspace: workspace_id,
        actor: { kind: 'person', id: person, name: existing?.name ?? body.name! },
        operation: 'accept_invitation',
        input: { email, role, by: 'password', address: visitor.address },
      })
      return openSession(tx, visitor, { person, workspace: workspace_id, now: created_at })
    }),
  )
  return new Answer(200, await presentSession(store.db, person, workspace_id), cookie)
}
