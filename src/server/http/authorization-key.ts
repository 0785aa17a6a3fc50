/** The API key of an `Authorization` header: a Bearer token, or the password of Basic (RFC 7617) with any user. */
export function keyOfAuthorization(header: string | undefined): string | undefined {
  const [scheme, credentials] = header?.trim().split(/ +/) ?? []
  if (scheme === undefined || credentials === undefined) return undefined
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return undefined
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon === -1 ? undefined : text.slice(colon + 1)
}
