import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Role } from '../../src/contract/index.ts'
import { hashPassword } from '../../src/server/people/password.ts'
import { insertMember, insertPerson, insertSetupCode } from '../../src/server/people/queries.ts'
import { openSession } from '../../src/server/people/sessions.ts'
import { hashToken } from '../../src/server/people/token.ts'
import type { Api } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'

export interface SeededPerson {
  readonly id: string
  /** Id of an account without a workspace. */
  readonly guest: string
  readonly session: string
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const password = 'a long passphrase'
/** One hash for the people of all worlds, because password hashing is slow by design. */
let hashing: Promise<string> | undefined

/** Adds a member to the workspace, and makes the input for another one. */
export async function seedPerson(
  app: TestApp,
  api: Api,
  workspace: number,
  role: Role = 'contributor',
): Promise<SeededPerson> {
  hashing ??= hashPassword(password)
  const password_hash = await hashing
  const [code, id, guest, created_at] = [randomUUID(), randomUUIDv7(), randomUUIDv7(), Date.now()]
  const email = `ada-${randomUUID()}@example.com`
  const session = await app.context.store.transact(async (tx) => {
    await insertSetupCode(tx, hashToken(code), created_at)
    const rights = { may_make_workspaces: 1, is_installation_admin: 1 }
    await insertPerson(tx, { id, name: 'Ada', email, password_hash, created_at, ...rights })
    await insertPerson(tx, { id: guest, name: 'Guest', email: `guest-${email}`, password_hash, created_at })
    await insertMember(tx, { workspace_id: workspace, person_id: id, role, created_at })
    return openSession(tx, { address: '', isSecure: true }, { person: id, workspace, now: created_at })
  })
  const invitation = async (): Promise<string> => {
    const invited = { email: `next-${randomUUID()}@example.com`, role: 'contributor' }
    return (await api.post('/api/public/v2/invitations', invited)).body.token
  }
  return {
    id,
    guest,
    session: session.split(';')[0]!,
    secrets: {
      sign_in: { email, password },
      change_password: { password },
      accept_invitation: { token: await invitation() },
      read_invitation: { token: await invitation() },
      set_up: { code, email: `first-${randomUUID()}@example.com` },
    },
  }
}
