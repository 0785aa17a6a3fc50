import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { ErrorType } from '../../src/contract/index.ts'
import { ModelFailure } from '../../src/server/model/index.ts'
import type { FaultName } from '../fake-models/index.ts'

type Expected = ErrorType | 'SUCCESS'
const deadlineMilliseconds = 1_500

/** The error that a fault causes in one attempt: `whole`, and `streamed` if it differs. */
export const faultOutcomes: Record<FaultName, readonly [whole: Expected, streamed?: Expected]> = {
  rate_limit: ['PROVIDER_RATE_LIMIT'],
  rate_limit_seconds: ['PROVIDER_RATE_LIMIT'],
  rate_limit_date: ['PROVIDER_RATE_LIMIT'],
  rate_limit_milliseconds: ['PROVIDER_RATE_LIMIT'],
  quota: ['PROVIDER_QUOTA_LIMIT'],
  bad_key: ['PROVIDER_AUTH_ERROR'],
  bad_request: ['PROVIDER_ERROR'],
  no_schema: ['PROVIDER_ERROR'],
  context_length: ['PROVIDER_ERROR'],
  not_found: ['PROVIDER_ERROR'],
  server_error: ['PROVIDER_ERROR'],
  unavailable: ['PROVIDER_ERROR'],
  overloaded: ['PROVIDER_ERROR'],
  bad_gateway_page: ['PROVIDER_ERROR'],
  page: ['PROVIDER_ERROR'],
  error_in_answer: ['PROVIDER_ERROR'],
  error_in_stream: ['PROVIDER_ERROR'],
  first_byte_stall: ['PROVIDER_TIMEOUT'],
  stall_in_answer: ['PROVIDER_TIMEOUT'],
  reset: ['PROVIDER_ERROR'],
  reset_in_answer: ['PROVIDER_ERROR', 'PROVIDER_PARTIAL_RESPONSE'],
  truncated: ['PROVIDER_ERROR', 'PROVIDER_PARTIAL_RESPONSE'],
  truncated_in_line: ['PROVIDER_ERROR', 'PROVIDER_PARTIAL_RESPONSE'],
  split_characters: ['SUCCESS'],
  bad_gzip: ['PROVIDER_ERROR'],
  long_line: ['SUCCESS'],
  endless: ['PROVIDER_ERROR'],
  drip: ['PROVIDER_TIMEOUT'],
}

/** Settings for faults that only a deadline ends. */
export const patience = { attempts: 1, deadlineMilliseconds }
/** Settings for faults that end by themselves; the deadline is long enough for a busy machine. */
export const calm = { attempts: 1, deadlineMilliseconds: 45_000 }

export const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'SUCCESS' as const,
    (error) => {
      assert.ok(error instanceof ModelFailure, String(error?.stack ?? error))
      assert.equal(error.timing?.attempts, 1)
      return error
    },
  )

/** Asserts that the deadline ended the call, and no earlier event. The exact time depends on the machine. */
export function isInTime(begun: number): void {
  const milliseconds = performance.now() - begun
  assert.ok(milliseconds >= deadlineMilliseconds * 0.9, `took ${milliseconds} ms`)
}

/** Fails the suite for an unhandled rejection, also for one after the last test. */
export function noneUnhandled(): void {
  const unhandled: unknown[] = []
  const recordError = (error: unknown) => unhandled.push(error)
  before(() => process.on('unhandledRejection', recordError))
  after(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', recordError)
    assert.deepEqual(unhandled, [])
  })
}
