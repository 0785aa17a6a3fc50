import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../engine/refusal.ts'

const keyForm = /^[\x20-\x7e]{1,255}$/
/** The draft requires a quoted string of structured fields (RFC 9651), but most clients send the bare key. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/

/** The idempotency key of a call; null without one. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const text = String(header)
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? text
  if (!keyForm.test(key))
    throw new Refusal(
      'bad_request',
      'Idempotency-Key: must have 1 to 255 characters, all of them printable ASCII',
    )
  return key
}
