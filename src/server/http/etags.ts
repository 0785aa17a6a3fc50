import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong ETag of a body. */
export function etagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`
}

/** Sets the ETag; true if the client has this version. */
export function clientHas(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const clientEtags = request.headers['if-none-match']
  return (
    clientEtags !== undefined &&
    (clientEtags === '*' || clientEtags.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag))
  )
}
