import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import { refusingDuplicates, type Store } from '../db/index.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import { findFirstWorkspace, renameWorkspace } from '../workspaces/index.ts'
import { recordEvent } from './entry-events.ts'
import { hashPassword } from './password.ts'
import { presentSession } from './present.ts'
import {
  hasPeople,
  hasSetupCode,
  insertMember,
  insertPerson,
  insertSetupCode,
  spendSetupCodes,
} from './queries.ts'
import { openSession } from './sessions.ts'
import { hashToken, newToken } from './token.ts'

/** Creates a setup code if there is no person yet. The server prints it in a URL. */
export async function setupCode(store: Store, now: number): Promise<string | null> {
  if (await hasPeople(store.db)) return null
  const code = newToken()
  await store.transact((tx) => insertSetupCode(tx, hashToken(code), now))
  return code
}

const invalidCode = () =>
  new Refusal('forbidden', 'The code is not valid. The server prints a valid one when it starts.')

export const setUpHandlers = {
  async readSetup({ store, config }) {
    return {
      success: true as const,
      needs_first_person: !(await hasPeople(store.db)),
      password: config.singleSignOn?.disablesPasswords !== true,
      single_sign_on: config.singleSignOn !== null,
    }
  },

  async setUp(context, { body, visitor }) {
    const { store, now } = context
    const { name, email, workspace_name } = body
    const code = hashToken(body.code)
    // The code is checked before hashing, because hashing uses a core and only owners of a code may cause that.
    if (!(await hasSetupCode(store.db, code))) throw invalidCode()
    const person = randomUUIDv7()
    const password_hash = await hashPassword(body.password)
    const { id: workspace } = (await findFirstWorkspace(store.db))!
    const cookie = await refusingDuplicates(store, 'An account with this address exists already.', () =>
      store.transact(async (tx) => {
        if (!(await spendSetupCodes(tx, code))) throw invalidCode()
        const created_at = now()
        await insertPerson(tx, {
          id: person,
          name,
          email,
          password_hash,
          created_at,
          may_make_workspaces: 1,
          is_installation_admin: 1,
        })
        await insertMember(tx, { workspace_id: workspace, person_id: person, role: 'admin', created_at })
        await recordEvent(context, tx, {
          workspace,
          actor: { kind: 'person', id: person, name },
          operation: 'set_up',
          input: { name, email, address: visitor.address },
        })
        if (workspace_name !== undefined) await renameWorkspace(tx, workspace, workspace_name)
        return openSession(tx, visitor, { person, workspace, now: created_at })
      }),
    )
    return new Answer(201, await presentSession(store.db, person, workspace), cookie)
  },
} satisfies Partial<Handlers>
