import type { Endpoint } from '../../src/contract/index.ts'
import { Raw } from './raw.ts'
import type { Place } from './schema.ts'
import type { Sent } from './wire.ts'
import type { World } from './world.ts'

/** A request before it is encoded. */
export type Content = { readonly [P in Place]: unknown }

export const exampleOf = ({ example }: Endpoint): Content => ({
  params: example.params,
  query: example.query,
  body: example.body,
})

export function requestOf(endpoint: Endpoint, content: Content, headers: Record<string, string> = {}): Sent {
  const body = content.body === undefined ? undefined : Buffer.from(Raw.stringify(content.body))
  return { method: endpoint.method.toUpperCase(), path: addressOf(endpoint, content), headers, body }
}

/** Headers with valid credentials: the key, or a person's session if keys are refused. */
export const credentials = ({ sessionOnly }: Endpoint, world: World): Record<string, string> =>
  sessionOnly ? { Cookie: world.session, 'Sec-Fetch-Site': 'same-origin' } : { 'X-API-KEY': world.key }

/** The request with the key in the place where this endpoint looks first. */
export function withKey(endpoint: Endpoint, content: Content, world: World): Sent {
  if (endpoint.auth !== 'body') return requestOf(endpoint, content, credentials(endpoint, world))
  return requestOf(endpoint, { ...content, body: { ...(content.body as object), api_key: world.key } })
}

function addressOf({ path }: Endpoint, { params, query }: Content): string {
  const values = (params ?? {}) as Record<string, unknown>
  const address = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => encoded(String(values[name])))
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encoded(name)}=${encoded(String(one))}`),
  )
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}

/**
 * As `encodeURIComponent`, but an unpaired surrogate is encoded as the three bytes that UTF-8 would have for
 * it.
 */
export function encoded(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text)
  return Array.from(text, (sign) => {
    if (sign.isWellFormed()) return encodeURIComponent(sign)
    const code = sign.charCodeAt(0)
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    return bytes.map((byte) => `%${byte.toString(16)}`).join('')
  }).join('')
}
