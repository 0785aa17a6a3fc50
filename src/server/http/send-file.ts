import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultStatus, type Endpoint } from '../../contract/index.ts'
import { clientHas, etagOf } from './etags.ts'
import type { Download, MediaFile, StreamedDownload } from './handler.ts'

export function sendFile(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, fileName }: Download,
) {
  if (!endpoint.download) throw new Error(`${endpoint.id} does not declare a download`)
  if (endpoint.etag && clientHas(request, reply, etagOf(bytes))) return reply.code(304).send()
  return asFile(endpoint, reply, fileName, [endpoint.download].flat()[0]!).send(bytes)
}

export function sendStream(
  endpoint: Endpoint,
  reply: FastifyReply,
  { chunks, fileName, mediaType }: StreamedDownload,
) {
  if (![endpoint.download].flat().includes(mediaType))
    throw new Error(`${endpoint.id} does not declare ${mediaType}`)
  return asFile(endpoint, reply, fileName, mediaType).send(Readable.from(chunks, { objectMode: false }))
}

/**
 * Sends media of callers so that browsers cannot execute them: browsers keep to the stated type, and open any document
 * without scripts and origin.
 */
export function sendMedia(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, mediaType, sha256, isInline }: MediaFile,
) {
  if (![endpoint.download].flat().includes(mediaType))
    throw new Error(`${endpoint.id} does not declare ${mediaType}`)
  if (clientHas(request, reply, `"${sha256}"`)) return reply.code(304).send()
  return asFile(endpoint, reply, sha256, mediaType)
    .header('content-disposition', `${isInline ? 'inline' : 'attachment'}; filename="${sha256}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .send(bytes)
}

const asFile = (endpoint: Endpoint, reply: FastifyReply, fileName: string, mediaType: string) =>
  reply
    .code(defaultStatus(endpoint))
    .header('content-type', mediaType)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-')}"`)
    .header('x-content-type-options', 'nosniff')
