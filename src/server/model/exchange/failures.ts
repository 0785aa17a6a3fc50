import { OutboundError } from '../../edge/index.ts'
import { ModelFailure } from '../failure.ts'
import type { ModelCall } from '../provider.ts'
import { retryAfterOf } from '../retry-after.ts'
import { parseErrorBody, readErrorBody } from './error-body.ts'
import {
  type ErrorTable,
  judge,
  partial,
  refused,
  timedOut,
  unavailable,
  unknown,
  type Verdict,
} from './verdict.ts'

/** Maximum characters of a message in the request log. */
const maxMessageLength = 1024

export interface ErrorSource {
  /** The name of the provider in messages. */
  readonly name: string
  readonly errors: ErrorTable
}

/** The failure for an error status. A body that cannot be read is ignored. */
export async function failureOfAnswer(
  response: Response,
  source: ErrorSource,
  call: ModelCall,
  now: number,
): Promise<ModelFailure> {
  const text = await response.text().catch(() => '')
  const errorType = response.headers.get('x-amzn-errortype')
  const body = parseErrorBody(text)
  const failure = failureOfError(body, source, call, {
    status: response.status,
    code: errorType,
    delay: retryAfterOf(response.headers, now),
  })
  return response.headers.get('x-should-retry') === 'false' ? failure.with({ retryable: false }) : failure
}

/** The failure for an error of the provider, in an error answer or inside a 200 answer. */
export function failureOfError(
  body: unknown,
  { name, errors }: ErrorSource,
  call: ModelCall,
  {
    status = null,
    code = null,
    delay = null,
  }: { status?: number | null; code?: string | null; delay?: number | null } = {},
): ModelFailure {
  const { codes, message } = readErrorBody(body)
  const allCodes = code === null ? codes : [...readErrorBody({ code }).codes, ...codes]
  const verdict = judge(errors, { body, status, codes: allCodes, message })
  const outcome = status === null ? 'reported an error' : `answered with status ${status}`
  return failure(verdict, `${name} ${outcome}${message === null ? '.' : `: ${message}`}`, call, {
    status,
    retryAfterMilliseconds: verdict.retryable ? (delay ?? errors.delayOf?.(body) ?? null) : null,
  })
}

/** The failure for a broken connection. */
export function failureOfTransport(error: unknown, { name }: ErrorSource, call: ModelCall): ModelFailure {
  if (!(error instanceof OutboundError)) return unreadable(error, { name }, call)
  const isLate = error.code === 'deadline'
  return failure(
    isLate ? timedOut : error.isUnsent ? unavailable : refused,
    `${name}: ${error.message}`,
    call,
  )
}

/** The failure for an answer that the SDK cannot parse. */
export const unreadable = (
  error: unknown,
  { name }: Pick<ErrorSource, 'name'>,
  call: ModelCall,
): ModelFailure => failure(refused, `The answer of ${name} cannot be read: ${messageOf(error)}`, call)

/** The failure for arguments that the SDK refuses before it sends. */
export const unsendable = (
  error: unknown,
  { name }: Pick<ErrorSource, 'name'>,
  call: ModelCall,
): ModelFailure => failure(unknown, `${name} does not accept this request: ${messageOf(error)}`, call)

/** The failure for a stream that stopped before its end. */
export const brokenOff = (
  error: unknown,
  { name }: Pick<ErrorSource, 'name'>,
  call: ModelCall,
): ModelFailure =>
  failure(partial, `The stream of ${name} ended early: ${messageOf(error)}`, call, { status: 200 })

/** The message of an SDK's error without an embedded HTML page. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/<(!doctype|html)[\s\S]*$/i, '(a page)')

export function failure(
  verdict: Verdict,
  message: string,
  call: ModelCall,
  facts: { status?: number | null; retryAfterMilliseconds?: number | null } = {},
): ModelFailure {
  return new ModelFailure(masked(message, call).slice(0, maxMessageLength), { ...verdict, ...facts })
}

/** Masks the key in a message, because some providers repeat the key that they refuse. */
function masked(message: string, { credentials }: ModelCall): string {
  const settings = Object.entries(credentials.settings).filter(([name]) => /key|token|secret/i.test(name))
  const secrets = [credentials.apiKey ?? '', ...settings.map(([, value]) => value)]
  return secrets
    .filter((secret) => secret.length >= 12)
    .reduce((text, secret) => text.replaceAll(secret, '***'), message)
}
