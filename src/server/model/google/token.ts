import { createSign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { count, field, text } from '../../../engine/template/provider-reading/common/json.ts'
import { noAccess, type Send, type Wire } from '../exchange/index.ts'
import type { ModelCall, ProviderDependencies } from '../provider.ts'

interface Token {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly until: number
}

const scope = 'https://www.googleapis.com/auth/cloud-platform'
const defaultAddress = 'https://oauth2.googleapis.com/token'
/** A token is not used in these milliseconds before it expires. */
const margin = 60_000
const lifeSeconds = 3_600

const cachedTokens = new WeakMap<ProviderDependencies, Map<string, Token>>()

/**
 * Returns an access token for Vertex AI: the key if it is a token, or a token for the operator's credentials file; null
 * if there is neither.
 */
export async function vertexToken(
  dependencies: ProviderDependencies,
  call: ModelCall,
  wire: Wire,
  send: Send,
): Promise<string | null> {
  const { apiKey, settings } = call.credentials
  if (apiKey !== null) return apiKey.startsWith('ya29.') ? apiKey : null
  const file = settings['credentialsFile']
  if (!file) return null
  const tokens = cachedTokens.get(dependencies) ?? new Map<string, Token>()
  cachedTokens.set(dependencies, tokens)
  const cached = tokens.get(file)
  if (cached && cached.until > dependencies.now()) return cached.value
  const token = await fetchToken(
    await readCredentials(file, call, wire),
    call,
    wire,
    send,
    dependencies.now(),
  )
  tokens.set(file, token)
  return token.value
}

async function readCredentials(file: string, call: ModelCall, wire: Wire): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown
  } catch {
    throw noAccess(call, `${wire.name}: the credentials file of the server cannot be read.`)
  }
}

async function fetchToken(
  credentials: unknown,
  call: ModelCall,
  wire: Wire,
  send: Send,
  now: number,
): Promise<Token> {
  const response = await send(text(field(credentials, 'token_uri')) || defaultAddress, {
    method: 'POST',
    body: new URLSearchParams(grantOf(credentials, now)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const body: unknown = await response.json()
  const value = text(field(body, 'access_token'))
  if (value === '') throw noAccess(call, `${wire.name}: Google gave no token for the server's credentials.`)
  return { value, until: now + count(field(body, 'expires_in')) * 1_000 - margin }
}

/** The form that asks for a token. A service account signs a claim; a personal login has a refresh token. */
function grantOf(credentials: unknown, now: number): Record<string, string> {
  const fieldText = (name: string) => text(field(credentials, name))
  if (fieldText('type') === 'authorized_user')
    return {
      grant_type: 'refresh_token',
      client_id: fieldText('client_id'),
      client_secret: fieldText('client_secret'),
      refresh_token: fieldText('refresh_token'),
    }
  const issued = Math.floor(now / 1_000)
  const claim = {
    iss: fieldText('client_email'),
    scope,
    aud: fieldText('token_uri') || defaultAddress,
    iat: issued,
    exp: issued + lifeSeconds,
  }
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT', kid: fieldText('private_key_id') })}.${encoded(claim)}`
  const signature = createSign('RSA-SHA256').update(signed).sign(fieldText('private_key'), 'base64url')
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: `${signed}.${signature}` }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
