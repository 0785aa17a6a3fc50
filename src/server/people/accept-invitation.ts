import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import { refusingDuplicates } from '../db/index.ts'
import { Answer, type Handler } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { recordEvent } from './entry-events.ts'
import { hashPassword } from './password.ts'
import { presentSession } from './present.ts'
import {
  deleteInvitation,
  describeInvitation,
  findInvitation,
  findPersonByEmail,
  insertMember,
  insertPerson,
} from './queries.ts'
import { openSession } from './sessions.ts'
import { proved } from './sign-in.ts'
import { hashToken } from './token.ts'

const gone = () => new Refusal('not_found', 'This invitation was used, withdrawn, or is too old.')

/** What an invitation is to, for whoever holds its token and nobody else. */
export const readInvitation: Handler<'readInvitation'> = async ({ store, now }, { body }) => {
  const found = await describeInvitation(store.db, hashToken(body.token))
  if (!found || found.expires_at <= now()) throw gone()
  const { workspace, email, role, invited_by, expires_at, person_id } = found
  return {
    success: true as const,
    workspace: { name: workspace },
    ...{ email, role, invited_by },
    expires_at: isoTime(expires_at),
    has_account: person_id !== null,
  }
}

export const acceptInvitation: Handler<'acceptInvitation'> = async (context, { body, visitor }) => {
  const { store, now, config } = context
  if (config.singleSignOn?.only) throw new Refusal('forbidden', 'People sign in with single sign-on here.')
  const hash = hashToken(body.token)
  const invitation = await findInvitation(store.db, hash)
  if (!invitation || invitation.expires_at <= now()) throw gone()
  const { email, role, workspace_id } = invitation
  const known = await findPersonByEmail(store.db, email)
  if (known)
    await proved(
      context,
      { email, visitor, password: body.password },
      known.closed_at === null ? known : undefined,
    )
  else if (body.name === undefined)
    throw new Refusal('invalid', 'somebody new gives a name', { loc: ['body', 'name'] })
  const person = known?.id ?? randomUUIDv7()
  const password_hash = known ? null : await hashPassword(body.password)
  const cookie = await refusingDuplicates(store, 'This person is a member already.', () =>
    store.transact(async (tx) => {
      const created_at = now()
      if ((await deleteInvitation(tx, workspace_id, invitation.id)) === 0) throw gone()
      if (!known)
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
        actor: { kind: 'person', id: person, name: known?.name ?? body.name! },
        operation: 'accept_invitation',
        given: { email, role, by: 'password', address: visitor.address },
      })
      return openSession(tx, visitor, { person, workspace: workspace_id, now: created_at })
    }),
  )
  return new Answer(200, await presentSession(store.db, person, workspace_id), cookie)
}
