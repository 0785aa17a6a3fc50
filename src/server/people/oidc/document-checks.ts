import { OutboundError } from '../../edge/index.ts'
import { type Check, failed, passed } from './check.ts'

type Document = Readonly<Record<string, unknown>>

export async function readDocument(
  fetch: typeof globalThis.fetch,
  issuer: string,
): Promise<{ readonly document: Document } | { readonly problem: string }> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await readJson(fetch, url)
  return typeof document === 'string'
    ? {
        problem: `${document} GALLEY_OIDC_ISSUER must be the issuer that the provider's documentation names.`,
      }
    : { document }
}

export function issuerCheck({ issuer }: Document, expected: string): Check {
  const isExpected =
    typeof issuer === 'string' && URL.canParse(issuer) && new URL(issuer).href === new URL(expected).href
  return isExpected
    ? passed('issuer', `The issuer is ${issuer}.`)
    : failed(
        'issuer',
        `The provider names itself ${String(issuer)}: set GALLEY_OIDC_ISSUER to exactly that instead of ${expected}.`,
      )
}

const endpointNames = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

export function endpointsCheck(document: Document, isPlain: boolean): Check {
  const wrong = endpointNames.find((name) => {
    const url = URL.parse(String(document[name]))
    return url?.protocol !== 'https:' && !(isPlain && url?.protocol === 'http:')
  })
  return wrong === undefined
    ? passed('endpoints', 'Sign-in page, token endpoint and keys have addresses.')
    : failed('endpoints', `The provider's discovery document has no secure address for ${wrong}.`)
}

export async function keysCheck(fetch: typeof globalThis.fetch, url: string): Promise<Check> {
  const document = await readJson(fetch, url)
  if (typeof document === 'string') return failed('keys', `${document} Galley needs the provider's keys.`)
  const { keys } = document
  return Array.isArray(keys) && keys.length > 0
    ? passed('keys', 'The provider publishes the keys that it signs with.')
    : failed('keys', `The provider publishes no keys at ${url}.`)
}

/** The JSON object at the address, or why there is none, as a sentence. */
async function readJson(fetch: typeof globalThis.fetch, url: string): Promise<Document | string> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    const text = await answer.text()
    if (answer.status !== 200) return `${url} answers with status ${answer.status}.`
    const document: unknown = JSON.parse(text)
    return document !== null && typeof document === 'object' && !Array.isArray(document)
      ? (document as Document)
      : `${url} does not answer with a JSON object.`
  } catch (error) {
    return error instanceof SyntaxError ? `${url} does not answer with JSON.` : reasonOf(error)
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof OutboundError ? error.message : 'The connection failed.'
