import assert from 'node:assert/strict'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  readonly body: any
  readonly headers: Headers
}

export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  delete(path: string, headers?: Record<string, string>, body?: unknown): Promise<Reply>
}

/** The body of an answer, whose status must be the expected one. */
export function bodyOf({ status, body }: Reply, expected = 200) {
  assert.equal(status, expected, JSON.stringify(body).slice(0, 500))
  return body
}

/** The body of an answer, whose status must be below 300. */
export function successBodyOf({ status, body }: Reply) {
  assert.ok(status < 300, `${status} ${JSON.stringify(body).slice(0, 500)}`)
  return body
}

/** A plain HTTP client with a key. Text and bytes are sent unchanged, other bodies as JSON. */
export function apiOf(baseUrl: string, key: string | null): Api {
  const call = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(key !== null && { 'X-API-KEY': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body:
        body === undefined || typeof body === 'string' || body instanceof Uint8Array
          ? (body as string)
          : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }
  return {
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers, body) => call('DELETE', path, body, headers),
  }
}
