import { OutboundError } from '../../edge/index.ts'
import { ModelFailure } from '../failure.ts'
import type { ModelCall } from '../provider.ts'
import { parseErrorBody, readErrorBody } from './error-body.ts'
import { retryAfter } from './retry-after.ts'
import { type ErrorTable, judge, refused, timedOut, unavailable, type Verdict } from './verdict.ts'

/** The longest message that the request log takes. */
const longestMessage = 1024

export interface Told {
  /** The provider's name as people write it. */
  readonly name: string
  readonly errors: ErrorTable
}

/** The failure for an answer with an error status. The body is read; what cannot be read says nothing. */
export async function failureOfAnswer(
  response: Response,
  told: Told,
  call: ModelCall,
): Promise<ModelFailure> {
  const text = await response.text().catch(() => '')
  const named = response.headers.get('x-amzn-errortype')
  const body = parseErrorBody(text)
  return failureOfError(body, told, call, {
    status: response.status,
    code: named,
    delay: retryAfter(response.headers, Date.now()),
  })
}

/** The failure for an error as the provider wrote it, in an answer of its own or inside a good one. */
export function failureOfError(
  body: unknown,
  { name, errors }: Told,
  call: ModelCall,
  {
    status = null,
    code = null,
    delay = null,
  }: { status?: number | null; code?: string | null; delay?: number | null } = {},
): ModelFailure {
  const { codes, message } = readErrorBody(body)
  const named = code === null ? codes : [...readErrorBody({ code }).codes, ...codes]
  const verdict = judge(errors, { body, status, codes: named, message })
  const what = status === null ? 'reported an error' : `answered with status ${status}`
  return failure(verdict, `${name} ${what}${message === null ? '.' : `: ${message}`}`, call, {
    status,
    retryAfterMilliseconds: verdict.retryable ? (delay ?? errors.delayOf?.(body) ?? null) : null,
  })
}

/** The failure for a conversation that did not come about or broke off. */
export function failureOfTransport(
  error: unknown,
  { name }: Told,
  call: ModelCall,
  { answered }: { answered: boolean },
): ModelFailure {
  if (!(error instanceof OutboundError)) return unreadable(error, { name }, call, { answered })
  const verdict =
    error.code === 'deadline' ? timedOut : error.code === 'network' && !answered ? unavailable : refused
  return failure(verdict, `${name} could not be asked: ${error.message}`, call)
}

/** The failure for what the SDK makes nothing of: our arguments before an answer, the answer after it. */
export function unreadable(
  error: unknown,
  { name }: Pick<Told, 'name'>,
  call: ModelCall,
  { answered }: { answered: boolean },
): ModelFailure {
  const reason = error instanceof Error ? error.message : String(error)
  const what = answered ? `The answer of ${name} cannot be read` : `${name} cannot be asked this`
  return failure(refused, `${what}: ${reason}`, call)
}

export function failure(
  verdict: Verdict,
  message: string,
  call: ModelCall,
  facts: { status?: number | null; retryAfterMilliseconds?: number | null } = {},
): ModelFailure {
  return new ModelFailure(masked(message, call).slice(0, longestMessage), { ...verdict, ...facts })
}

/** Some providers repeat the key they refuse. */
function masked(message: string, { credentials }: ModelCall): string {
  const settings = Object.entries(credentials.settings).filter(([name]) => /key|token|secret/.test(name))
  const secrets = [credentials.apiKey ?? '', ...settings.map(([, value]) => value)]
  return secrets
    .filter((secret) => secret.length >= 12)
    .reduce((text, secret) => text.replaceAll(secret, '***'), message)
}
