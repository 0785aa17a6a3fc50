import type { Reply } from '../../kit/api.ts'
import type { TestApp } from '../../kit/app.ts'

/** What a browser does: keeps the cookie it was given, and says which page a call comes from. */
export class Visitor {
  readonly #app: Pick<TestApp, 'baseUrl'>
  cookie = ''

  constructor(app: Pick<TestApp, 'baseUrl'>) {
    this.#app = app
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(`${this.#app.baseUrl}/api/public/v2${path}`, {
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
    const given = response.headers.get('set-cookie')
    if (given) this.cookie = given.split(';')[0]!
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
}
