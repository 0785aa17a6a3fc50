import assert from 'node:assert/strict'
import { setupCode } from '../../../src/server/people/index.ts'
import type { Reply } from '../../kit/api.ts'
import { startApp, type TestApp } from '../../kit/app.ts'

/** A client that behaves like a browser: it keeps the session cookie and sends the headers of a same-origin call. */
export class Visitor {
  readonly #app: Pick<TestApp, 'baseUrl'>
  cookie = ''

  constructor(app: Pick<TestApp, 'baseUrl'>) {
    this.#app = app
  }

  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.sendTo(method, `/api/public/v2${path}`, body, headers)
  }

  async sendTo(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(`${this.#app.baseUrl}${path}`, {
      method,
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        'sec-fetch-site': 'same-origin',
        origin: this.#app.baseUrl,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const setCookie = response.headers.get('set-cookie')
    if (setCookie) this.cookie = setCookie.split(';')[0]!
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
}

export const password = 'correct horse battery'
export const ada = { name: 'Ada', email: 'Ada@Example.com', password }

/** Starts an app for the first time, with the visitor who sets it up. */
export async function startWithAda(overrides = {}, settings = {}) {
  const app = await startApp(overrides, settings)
  const visitor = new Visitor(app)
  const code = await setupCode(app.context.store, Date.now())
  const answer = await visitor.send('POST', '/setup', { code, ...ada })
  return { app, visitor, answer, code: code! }
}

/** Signs in a person whom an admin invites. */
export async function joinAs(app: TestApp, admin: Visitor, email: string, role: string) {
  const { token } = (await admin.send('POST', '/invitations', { email, role })).body as { token: string }
  const visitor = new Visitor(app)
  const joined = await visitor.send('POST', '/invitations/accept', { token, name: email, password })
  assert.equal(joined.status, 200, JSON.stringify(joined.body))
  return { visitor, id: joined.body.person.id as string, token }
}
