import type { FastifyRequest } from 'fastify'
import { defaultBodyLimit, type Endpoint } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { QueryTooSlowError } from '../db/index.ts'
import { type Failure, failureOf } from './refusals.ts'
import type { Routing } from './routing.ts'

export function failureFor(
  routing: Routing,
  endpoint: Endpoint,
  error: unknown,
  request: FastifyRequest,
): Failure {
  const refusal = refusalOf(routing, endpoint, error)
  const context = { request: request.id, endpoint: endpoint.id }
  if (refusal) {
    // If the cause is an error of this machine, it is logged for the operator.
    if (refusal.data['cause'])
      routing.log.error(refusal.message, { ...context, error: refusal.data['cause'] })
    return failureOf(refusal, endpoint)
  }
  routing.log.error('a bug: the operation failed', { ...context, error })
  const message = `Internal error; the log has it under ${request.id}.`
  return { status: 500, body: { success: false, message, error: 'internal' } }
}

function refusalOf(
  routing: Routing,
  { bodyLimit = defaultBodyLimit }: Endpoint,
  error: unknown,
): Refusal | null {
  if (error instanceof Refusal) return error
  if (routing.context.store.isUnavailable(error))
    return new Refusal('busy', routing.context.store.unavailability(error), {
      cause: (error as Error).message,
    })
  if (error instanceof QueryTooSlowError)
    return new Refusal('busy', 'The database took too long for this call. Retry in a few seconds.', {
      cause: error.message,
    })
  const { code } = error as { code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('too_large', `This endpoint takes a body of at most ${bodyLimit} bytes.`)
  if (code?.startsWith('FST_ERR_CTP'))
    return new Refusal('invalid', (error as Error).message, { loc: ['body'] })
  return null
}
