import { randomUUID } from 'node:crypto'
import { insertSetupCode } from '../../src/server/people/queries.ts'
import { hashToken } from '../../src/server/people/token.ts'
import type { Api } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'

export interface SeededPerson {
  readonly id: string
  readonly session: string
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const path = '/api/public/v2'
const password = 'a long passphrase'

/** A member, and what it takes to be the next one. */
export async function seedPerson(app: TestApp, api: Api): Promise<SeededPerson> {
  const code = randomUUID()
  const { store } = app.context
  await store.transact((tx) => insertSetupCode(tx, hashToken(code), Date.now()))
  const email = `ada-${randomUUID()}@example.com`
  const token = await invite(api, email)
  const joined = await api.post(`${path}/invitations/accept`, { token, name: 'Ada', password })
  const next = await invite(api, `next-${randomUUID()}@example.com`)
  return {
    id: joined.body.person.id,
    session: joined.headers.get('set-cookie')!.split(';')[0]!,
    secrets: {
      sign_in: { email, password },
      change_password: { password },
      accept_invitation: { token: next },
      set_up: { code, email: `first-${randomUUID()}@example.com` },
    },
  }
}

async function invite(api: Api, email: string): Promise<string> {
  return (await api.post(`${path}/invitations`, { email, role: 'contributor' })).body.token
}
