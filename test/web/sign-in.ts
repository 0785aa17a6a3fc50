import assert from 'node:assert/strict'
import type { BrowserContext } from '@playwright/test'
import { setupCode } from '../../src/server/people/index.ts'
import { Visitor } from '../journeys/support/browser-api.ts'
import type { TestApp } from '../kit/app.ts'

export const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }

/** Ada, the first person and admin of the first workspace. She is made on first use. */
export async function visitAsAda(app: TestApp): Promise<Visitor> {
  const visitor = new Visitor(app)
  const code = await setupCode(app.context.store, Date.now())
  const { email, password } = ada
  const answer = code
    ? await visitor.send('POST', '/setup', { code, ...ada })
    : await visitor.send('POST', '/session', { email, password })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return visitor
}

/** Gives the browser the visitor's session. */
export async function carryOver(
  { cookie }: Visitor,
  context: BrowserContext,
  app: Pick<TestApp, 'baseUrl'>,
): Promise<void> {
  const [name, value] = [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]
  const { hostname } = new URL(app.baseUrl)
  await context.addCookies([
    { name, value, domain: hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
}
