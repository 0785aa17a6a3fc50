import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { isLarge } from '../read-call.ts'

/**
 * Frees the memory of bytes that are not read again. V8 would free it with the next garbage collection, which it begins
 * after some 40 MB of such memory: with large bodies the collections took two thirds of the main thread's time.
 */
export function freeBytes({ buffer }: Uint8Array<ArrayBuffer>): void {
  buffer.transfer(0)
}

/** Frees the chunks of a large body once Fastify has joined them. */
export function freeChunks(headers: IncomingHttpHeaders, limit: number, payload: Readable): void {
  const length = Number(headers['content-length'])
  // Fastify does not read a body beyond the limit.
  if (!isLarge({ length }) || length > limit) return
  const chunks: Buffer<ArrayBuffer>[] = []
  payload.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk))
  payload.once('end', () => setImmediate(() => chunks.filter(isWhole).forEach(freeBytes)))
}

/** False if the memory also holds other data of the connection. */
const isWhole = ({ length, buffer }: Buffer<ArrayBuffer>): boolean => length === buffer.byteLength
