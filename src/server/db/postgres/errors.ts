import { isTooManyConnections } from './client.ts'

/** SQLSTATE classes for connection errors (08), insufficient resources (53) and shutdown (57P), and socket errors. */
const unavailable = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** Connection errors of the driver, which have no code. */
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query read timeout/

const codeOf = (error: unknown) => (error as { readonly code?: string }).code

export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

export const isUnavailable = (error: unknown): boolean =>
  unavailable.test(codeOf(error) ?? '') || unavailableMessage.test((error as Error).message ?? '')

/** True if the server refused a statement; the connection can still be used. */
export const isRefusal = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') && !isUnavailable(error)

const diskFull = '53100'

/** The message for callers about an error of `isUnavailable`. */
export function unavailability(error: unknown): string {
  if (codeOf(error) === diskFull)
    return 'The disk of the database is full. Writes fail until space is freed; reads work.'
  if (isTooManyConnections(error)) return 'PostgreSQL admits no more connections. Retry in a few seconds.'
  return 'Storage cannot be reached. Retry in a few seconds.'
}
