import { OutboundError } from '../../edge/index.ts'

/** Why a sign-in through the provider failed, for the sign-in screen. */
export type SignInProblem = 'provider-away' | 'misconfigured' | 'declined' | 'failed'

/** Errors of OAuth that only a change of the settings mends. */
const settingsErrors: ReadonlySet<unknown> = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
])

/** Discovery depends on the settings and the provider only, so any answer that it refuses is a wrong setting. */
export const discoveryProblem = (error: unknown): SignInProblem =>
  isUnreachable(error) ? 'provider-away' : 'misconfigured'

export function returnProblem(error: unknown): SignInProblem {
  if (isUnreachable(error)) return 'provider-away'
  const code = (error as { error?: unknown }).error
  if (code === 'access_denied') return 'declined'
  const status = (error as { status?: unknown }).status
  return settingsErrors.has(code) || status === 401 ? 'misconfigured' : 'failed'
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError || isServerError((cause as { cause?: unknown }).cause)) return true
  return false
}

const isServerError = (answer: unknown): boolean => answer instanceof Response && answer.status >= 500
