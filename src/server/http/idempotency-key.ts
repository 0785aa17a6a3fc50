import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../engine/refusal.ts'

const keyForm = /^[\x20-\x7e]{1,255}$/
/** A string as structured fields write it (RFC 9651), which the draft asks for; most clients send the key bare. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/

/** The key by which a caller says that a call is the same as one before; null without one. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const sent = String(header)
  const key = quoted.exec(sent)?.[1]?.replace(/\\(.)/g, '$1') ?? sent
  if (!keyForm.test(key))
    throw new Refusal(
      'bad_request',
      'Idempotency-Key: must have 1 to 255 characters, all of them printable ASCII',
    )
  return key
}
