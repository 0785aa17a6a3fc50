import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/index.ts'

export const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase()

export const isBinary = ({ binary }: Endpoint, request: FastifyRequest): boolean =>
  binary !== undefined && mediaTypeOf(request) === binary
