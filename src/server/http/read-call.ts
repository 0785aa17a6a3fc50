import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Uploaded } from '../uploads/index.ts'
import { authorize } from './authorize.ts'
import type { Caller } from './caller.ts'
import { decompressed } from './compression.ts'
import { readForm } from './form.ts'
import { goneSignalOf } from './gone.ts'
import type { Call, Upload } from './handler.ts'
import { type BigNumbers, parseJson } from './json.ts'
import { isBinary, mediaTypeOf } from './media-type.ts'
import { receiveUpload } from './receive-upload.ts'
import { unauthorized } from './refusals.ts'
import type { Routing } from './routing.ts'
import { visitOf } from './session-cookie.ts'
import { type Detail, detailsOf, parsed } from './validation.ts'

/** Unless an endpoint says otherwise. */
export const usualBodyLimit = 4 * 1024 * 1024

export interface ReadBody {
  readonly original: Buffer
  readonly json: unknown
  readonly upload: Upload | null
  /** The body is in the endpoint's binary form: its handler reads it. */
  readonly isBinary: boolean
  /** The file of the streamed field, and what is wrong with it. */
  readonly file: Uploaded | null
  readonly problem?: Refusal | null
}

/** A streamed file is put away before anything else of the call is known. */
const noBody = Buffer.alloc(0)

export async function receive(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<ReadBody> {
  if (!endpoint.streamed) return readBody(endpoint, request)
  const { uploads } = routing.context
  const { workspace } = request.caller!
  const { rest, file, problem } = await receiveUpload(uploads, workspace, endpoint.streamed, request.raw)
  try {
    const json = readJson(endpoint, request, rest)
    return { original: rest, json, upload: null, isBinary: false, file, problem }
  } catch (error) {
    if (file) await uploads.discardUnlessKept(workspace, file.id)
    throw error
  }
}

async function readBody(endpoint: Endpoint, request: FastifyRequest): Promise<ReadBody> {
  const original = (request.body as Buffer | undefined) ?? noBody
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers
  if (endpoint.multipart)
    return {
      original,
      isBinary: false,
      file: null,
      ...(await readForm(endpoint.multipart, contentType, original)),
    }
  if (!endpoint.binary)
    return {
      original,
      isBinary: false,
      json: readJson(endpoint, request, original),
      upload: null,
      file: null,
    }
  const mediaType = mediaTypeOf(request) ?? 'application/json'
  const inBinary = isBinary(endpoint, request)
  if (!inBinary && mediaType !== 'application/json')
    throw new Refusal('unsupported_media_type', `The body must be ${endpoint.binary} or application/json.`)
  const bytes = await decompressed(original, encoding, endpoint.bodyLimit ?? usualBodyLimit)
  const json = inBinary ? undefined : readJson(endpoint, request, bytes)
  return { original: bytes, json, upload: null, isBinary: inBinary, file: null }
}

function readJson(endpoint: Endpoint, request: FastifyRequest, original: Buffer): unknown {
  if (!endpoint.body || original.length === 0) return undefined
  try {
    return parseJson(original, bigNumbersOf(endpoint))
  } catch (error) {
    // A body that cannot be read brings no key.
    if (endpoint.auth === 'body' && request.headers['x-api-key'] === undefined) throw unauthorized
    throw error
  }
}

function bigNumbersOf({ keepsOriginal, keepsDigits }: Endpoint): BigNumbers {
  if (keepsDigits) return 'digits'
  return keepsOriginal ? 'rounded' : 'refused'
}

/** The parsed call, or what is wrong with it: path, query and body are all looked at. */
export function checked(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { original, json, upload, isBinary, file }: ReadBody,
  caller: Caller,
): Call | Detail[] {
  const details: Detail[] = []
  const read = (schema: z.ZodType | undefined, place: 'path' | 'query' | 'body', value: unknown) => {
    if (!schema) return undefined
    const result = parsed(schema, value, place === 'body' ? original.length : 0)
    if (result.success) return result.data
    details.push(...detailsOf(result.error, place))
    return undefined
  }
  const call = {
    caller,
    params: read(endpoint.params, 'path', request.params),
    query: read(endpoint.query, 'query', request.query),
    body: isBinary ? undefined : read(endpoint.body, 'body', json),
    userAgent: request.headers['user-agent'] ?? '',
    lastEventId: request.headers['last-event-id']?.toString() ?? null,
    stillMay: async () => void (await authorize(routing, endpoint, request, json)),
    visitor: { address: request.ip, ...visitOf(request) },
    original,
    upload,
    get signal() {
      return goneSignalOf(reply)
    },
    isBinary,
    file,
  } as Call
  return details.length > 0 ? details : call
}
