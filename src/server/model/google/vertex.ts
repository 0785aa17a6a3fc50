import { noAccess, requiredSetting, type Wire } from '../exchange/index.ts'
import type { ModelCall } from '../provider.ts'

/** The base URL of Vertex AI. The location is validated, because it is part of the host that receives the token. */
export function vertexBase(call: ModelCall, wire: Wire): string {
  if (call.credentials.baseUrl !== null) return call.credentials.baseUrl
  const location = requiredSetting(call, wire, 'location')
  if (!/^[a-z0-9-]{2,40}$/.test(location)) throw noAccess(call, `${wire.name} has no location of this name.`)
  if (location === 'global') return 'https://aiplatform.googleapis.com'
  if (location === 'us' || location === 'eu') return `https://aiplatform.${location}.rep.googleapis.com`
  return `https://${location}-aiplatform.googleapis.com`
}
