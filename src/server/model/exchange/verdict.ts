import type { ErrorType } from '../../../contract/index.ts'

/** What an error means for the log and for a second try. */
export interface Verdict {
  readonly errorType: ErrorType
  readonly retryable: boolean
}

export const rateLimited: Verdict = { errorType: 'PROVIDER_RATE_LIMIT', retryable: true }
/** Money or a daily share is used up: waiting for seconds does not help. */
export const quotaSpent: Verdict = { errorType: 'PROVIDER_QUOTA_LIMIT', retryable: false }
export const notAllowed: Verdict = { errorType: 'PROVIDER_AUTH_ERROR', retryable: false }
/** The model may still be at work, and be paid for, when its answer is given up. */
export const timedOut: Verdict = { errorType: 'PROVIDER_TIMEOUT', retryable: false }
export const refused: Verdict = { errorType: 'PROVIDER_ERROR', retryable: false }
/** Some of an answer came, and no more will. */
export const partial: Verdict = { errorType: 'PROVIDER_PARTIAL_RESPONSE', retryable: false }
export const unknown: Verdict = { errorType: 'UNKNOWN_ERROR', retryable: false }
/** The provider could not do the work and says so. */
export const unavailable: Verdict = { errorType: 'PROVIDER_ERROR', retryable: true }

/** How one provider tells its errors apart, from the most telling sign to the least. */
export interface ErrorTable {
  /** What a message says where no code tells. */
  readonly words?: readonly (readonly [RegExp, Verdict])[]
  /** The provider's own words for its errors. */
  readonly codes?: ReadonlyMap<string, Verdict>
  readonly statuses?: ReadonlyMap<number, Verdict>
  /** What only the rest of the body tells. */
  verdictOf?(body: unknown): Verdict | null
  /** The milliseconds to wait that the body asks for. */
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
  const said = message === null ? undefined : table.words?.find(([pattern]) => pattern.test(message))?.[1]
  const named = codes.map((code) => table.codes?.get(code)).find((verdict) => verdict !== undefined)
  if (said !== undefined) return said
  if (named !== undefined) return named
  const status = error.status ?? Number(codes.find((code) => /^[45]\d\d$/.test(code)) ?? 0)
  return table.statuses?.get(status) ?? statuses.get(status) ?? refused
}
