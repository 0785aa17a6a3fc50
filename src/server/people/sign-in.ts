import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import { requirePerson } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { Answer, type Visitor } from '../http/handler.ts'
import { addFailure, failuresOf, forgetFailures } from './attempt-queries.ts'
import { hashPassword, isPassword } from './password.ts'
import { presentSession } from './present.ts'
import {
  deleteOtherSessions,
  findPerson,
  findPersonByEmail,
  selectWorkspacesOf,
  setPassword,
} from './queries.ts'
import { openSession } from './sessions.ts'

const allowedFailures = 5
const windowMilliseconds = 15 * 60_000

const wrong = () => new Refusal('unauthorized', 'The e-mail address or the password is wrong.')

export const signInHandlers = {
  async signIn(context, { body, visitor }) {
    const { store, now, config } = context
    if (config.singleSignOn?.only) throw new Refusal('forbidden', 'People sign in with single sign-on here.')
    const person = await findPersonByEmail(store.db, body.email)
    await proved(
      context,
      { email: body.email, visitor, password: body.password },
      person?.password_hash ?? null,
    )
    const [first] = await selectWorkspacesOf(store.db, person!.id)
    if (!first) throw new Refusal('forbidden', 'The account is a member of no workspace any more.')
    const cookie = await store.transact((tx) =>
      openSession(tx, visitor, { person: person!.id, workspace: first.id, now: now() }),
    )
    return new Answer(200, await presentSession(store.db, person!.id, first.id), cookie)
  },

  async changePassword(context, { caller, body, visitor }) {
    const actor = requirePerson(caller)
    const person = (await findPerson(context.store.db, actor.id))!
    const { email, password_hash } = person
    await proved(context, { email, visitor, password: body.password }, password_hash)
    const hash = await hashPassword(body.new_password)
    await context.store.transact(async (tx) => {
      await setPassword(tx, actor.id, hash)
      await deleteOtherSessions(tx, actor.id, actor.sessionHash)
    })
    return { success: true as const }
  },
} satisfies Partial<Handlers>

interface Attempt {
  readonly email: string
  readonly password: string
  readonly visitor: Visitor
}

/** Passes only the right password; after five wrong ones in a quarter of an hour not even that. */
export async function proved(
  { store, now }: Context,
  attempt: Attempt,
  stored: string | null,
): Promise<void> {
  const subject = `${attempt.email.toLowerCase()} ${attempt.visitor.address}`
  const after = now() - windowMilliseconds
  if ((await failuresOf(store.db, subject, after)) >= allowedFailures)
    throw new Refusal('too_many_attempts', 'Too many wrong passwords; try again in a quarter of an hour.')
  if (await isPassword(attempt.password, stored)) {
    await store.transact((tx) => forgetFailures(tx, subject))
    return
  }
  await store.transact((tx) => addFailure(tx, subject, now(), after))
  throw wrong()
}
