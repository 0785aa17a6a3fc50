import type { ErrorType } from '../../../contract/index.ts'

/** The type of an error in the log, and whether to retry. */
export interface Verdict {
  readonly errorType: ErrorType
  readonly retryable: boolean
}

export const rateLimited: Verdict = { errorType: 'PROVIDER_RATE_LIMIT', retryable: true }
/** Money or a daily quota is used up, so a short wait does not help. */
export const quotaSpent: Verdict = { errorType: 'PROVIDER_QUOTA_LIMIT', retryable: false }
export const notAllowed: Verdict = { errorType: 'PROVIDER_AUTH_ERROR', retryable: false }
/** Not retried, because the model may still work on the call and charge for it. */
export const timedOut: Verdict = { errorType: 'PROVIDER_TIMEOUT', retryable: false }
export const refused: Verdict = { errorType: 'PROVIDER_ERROR', retryable: false }
/** A part of an answer arrived before the stream broke. */
export const partial: Verdict = { errorType: 'PROVIDER_PARTIAL_RESPONSE', retryable: false }
export const unknown: Verdict = { errorType: 'UNKNOWN_ERROR', retryable: false }
/** The provider reported that it could not do the work. */
export const unavailable: Verdict = { errorType: 'PROVIDER_ERROR', retryable: true }

/** How errors of a provider are classified. The most specific sign wins. */
export interface ErrorTable {
  /** Patterns of messages, for errors that have no code. */
  readonly words?: readonly (readonly [RegExp, Verdict])[]
  /** The verdicts of the provider's error codes. */
  readonly codes?: ReadonlyMap<string, Verdict>
  readonly statuses?: ReadonlyMap<number, Verdict>
  /** Classifies errors that only the rest of the body identifies. */
  verdictOf?(body: unknown): Verdict | null
  /** Milliseconds to wait, as the body states them. */
  delayOf?(body: unknown): number | null
}

const statuses = new Map<number, Verdict>([
  [401, notAllowed],
  [402, quotaSpent],
  [403, notAllowed],
  [408, timedOut],
  [429, rateLimited],
  [500, unavailable],
  [502, unavailable],
  [503, unavailable],
  [504, timedOut],
  [529, unavailable],
])

export function judge(
  table: ErrorTable,
  error: { body: unknown; status: number | null; codes: readonly string[]; message: string | null },
): Verdict {
  const { body, codes, message } = error
  const detailed = table.verdictOf?.(body) ?? null
  if (detailed !== null) return detailed
  const byMessage =
    message === null ? undefined : table.words?.find(([pattern]) => pattern.test(message))?.[1]
  const byCode = codes.map((code) => table.codes?.get(code)).find((verdict) => verdict !== undefined)
  if (byMessage !== undefined) return byMessage
  if (byCode !== undefined) return byCode
  const status = error.status ?? Number(codes.find((code) => /^[45]\d\d$/.test(code)) ?? 0)
  return table.statuses?.get(status) ?? statuses.get(status) ?? refused
}
