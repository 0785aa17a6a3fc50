import type { ModelFailure } from '../failure.ts'
import type { ModelCall } from '../provider.ts'
import type { Wire } from './exchange.ts'
import { failure } from './failures.ts'
import { notAllowed } from './verdict.ts'

/**
 * Returns the key. A self-hosted server may need no key and gets a placeholder, because an SDK without a key would
 * search the environment.
 */
export function requiredKey(call: ModelCall, wire: Wire): string {
  const { apiKey, isTrusted } = call.credentials
  return apiKey || (isTrusted ? missing(call, wire, 'API key') : 'none')
}

export function requiredSetting(call: ModelCall, wire: Wire, name: string): string {
  return call.credentials.settings[name] || missing(call, wire, name)
}

function missing(call: ModelCall, { name }: Wire, credential: string): never {
  throw noAccess(call, `${name} has no ${credential} here.`)
}

export const noAccess = (call: ModelCall, message: string): ModelFailure => failure(notAllowed, message, call)
