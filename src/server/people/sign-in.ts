import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { PersonRow } from '../db/index.ts'
import { requirePerson } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { Answer, type Visitor } from '../http/handler.ts'
import { networkOf } from '../http/visitor-address.ts'
import { attemptsOf, countAttempt, forgetAttempts, forgetOldAttempts } from './attempt-queries.ts'
import { recordFailedSignIn, recordSignIn } from './entry-events.ts'
import { hashPassword, isPassword, withHashPermit } from './password.ts'
import { presentSession } from './present.ts'
import { deleteSessions, findPerson, findPersonByEmail, selectWorkspacesOf, setPassword } from './queries.ts'
import { openSession } from './sessions.ts'

const allowedAttempts = 5
const windowMilliseconds = 15 * 60_000
/** Older counts are deleted. The audit log counts failures in the same table, over an hour. */
const maxWindow = 3_600_000

const wrongPassword = () => new Refusal('unauthorized', 'The e-mail address or the password is wrong.')

export const signInHandlers = {
  async signIn(context, { body, visitor }) {
    const { store, now, config } = context
    if (config.singleSignOn?.disablesPasswords)
      throw new Refusal('forbidden', 'People sign in with single sign-on here.')
    const person = await findPersonByEmail(store.db, body.email)
    await checkPassword(
      context,
      { email: body.email, visitor, password: body.password },
      person?.closed_at === null ? person : undefined,
    )
    const [first] = await selectWorkspacesOf(store.db, person!.id)
    if (!first) throw new Refusal('forbidden', 'The account is a member of no workspace any more.')
    const { id, name } = person!
    const cookie = await store.transact(async (tx) => {
      await recordSignIn(context, tx, { person: id, name, workspace: first.id, visitor, by: 'password' })
      return openSession(tx, visitor, { person: id, workspace: first.id, now: now() })
    })
    return new Answer(200, await presentSession(store.db, person!.id, first.id), cookie)
  },

  async changePassword(context, { caller, body, visitor }) {
    const actor = requirePerson(caller)
    const person = (await findPerson(context.store.db, actor.id))!
    await checkPassword(context, { email: person.email, visitor, password: body.password }, person)
    const hash = await hashPassword(body.new_password)
    await context.store.transact(async (tx) => {
      await setPassword(tx, actor.id, hash)
      await deleteSessions(tx, actor.id, actor.sessionHash)
    })
    return { success: true as const }
  },
} satisfies Partial<Handlers>

interface Attempt {
  readonly email: string
  readonly password: string
  readonly visitor: Visitor
}

const tooMany = () =>
  new Refusal('too_many_attempts', 'Too many wrong passwords; try again in a quarter of an hour.', {
    retryAfter: windowMilliseconds / 1000,
  })

/**
 * Checks a password. After five wrong ones in 15 minutes all are refused. An attempt is counted before it is checked,
 * so that only five of many concurrent ones are checked.
 */
export async function checkPassword(
  context: Context,
  { email, password, visitor }: Attempt,
  person: PersonRow | undefined,
): Promise<void> {
  const { store, now } = context
  const subject = `${email.toLowerCase()} ${networkOf(visitor.address)}`
  // A refusal writes nothing, so that attackers cannot cause commits.
  if ((await attemptsOf(store.db, subject, now(), windowMilliseconds)) >= allowedAttempts) throw tooMany()
  // The writes need the permit too, so that a burst of sign-ins is refused before it writes.
  await withHashPermit(async () => {
    const count = await store.transact((tx) => countAttempt(tx, subject, now(), windowMilliseconds))
    if (count > allowedAttempts) throw tooMany()
    const isPasswordCorrect = await isPassword(password, person?.password_hash ?? null)
    await store.transact(async (tx) => {
      if (isPasswordCorrect) return forgetAttempts(tx, subject)
      await forgetOldAttempts(tx, now() - maxWindow)
      const account = person ? { id: person.id, email: person.email } : null
      const isLast = count === allowedAttempts
      return recordFailedSignIn(context, tx, { person: account, address: visitor.address, isLast })
    })
    if (!isPasswordCorrect) throw wrongPassword()
  })
}
