import type { FastifyRequest } from 'fastify'

/** The origin under which a client reached this server, as its proxy reports it. */
export function ownOrigin({ protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>): string {
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : protocol}://${headers.host}`
}
