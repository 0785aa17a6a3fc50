import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  defaultBodyLimit,
  type Endpoint,
  type MultipartForm,
  type StreamedField,
  withoutNumbersForObjects,
} from '../../contract/index.ts'
import { type Detail, detailsOf } from '../../engine/details.ts'
import { Refusal } from '../../engine/refusal.ts'
import { decompressBody, decompressedSize } from './body/compression.ts'
import { readForm } from './body/form.ts'
import { isBinary, mediaTypeOf } from './body/media-type.ts'
import { receiveUpload } from './body/receive-upload.ts'
import { anonymousCaller, type Caller } from './caller.ts'
import type { Call, Upload } from './handler.ts'
import { type BigNumbers, invalidJson, parseJson } from './json.ts'
import { unauthorized } from './refusals.ts'
import { RequestClient } from './request-client.ts'
import type { Routing } from './routing.ts'
import { sessionToken } from './session-cookie.ts'
import type { Uploaded } from './upload-target.ts'
import { validate } from './validation.ts'

const keyPattern = /^[\x20-\x7e]{1,255}$/
/**
 * The draft of the Idempotency-Key header requires a quoted string of structured fields (RFC 9651), but most clients
 * send the bare key.
 */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/

/** The idempotency key of a call; null without one. */
function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const text = String(header)
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? text
  if (!keyPattern.test(key))
    throw new Refusal(
      'bad_request',
      'Idempotency-Key: must have 1 to 255 characters, all of them printable ASCII',
    )
  return key
}

export interface ReadBody {
  readonly original: Buffer
  readonly json: unknown
  readonly upload: Upload | null
  /** True if the body has the endpoint's binary format, which the handler parses. */
  readonly isBinary: boolean
  /** True if the body is large and the handler parses it. */
  readonly isUnparsed: boolean
  /** The stored file of the streamed field. */
  readonly file: Uploaded | null
  readonly problem: Refusal | null
}

const noBody = Buffer.alloc(0)

/**
 * Bytes from which a body is parsed, checked and handled in separate turns of the event loop: each step takes 2 to 5 ms
 * for a MB.
 */
const largeBody = 256 * 1024
export const isLarge = ({ length }: { readonly length: number }): boolean => length >= largeBody

/** Reads the body of a call. A streamed file is stored before the rest of the call is parsed. */
export function receive(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
): ReadBody | Promise<ReadBody> {
  if (endpoint.streamed) return receiveStreamed(routing, endpoint, endpoint.streamed, request)
  const original = (request.body as Buffer | undefined) ?? noBody
  if (endpoint.multipart) return readMultipart(endpoint.multipart, request, original)
  if (endpoint.binary) return readBinaryOrJson(endpoint, request, original)
  const isUnparsed = endpoint.leavesLargeUnparsed === true && isLarge(original)
  return {
    original,
    json: isUnparsed ? undefined : readJson(endpoint, request, original),
    upload: null,
    isBinary: false,
    isUnparsed,
    file: null,
    problem: null,
  }
}

async function receiveStreamed(
  { context: { uploads } }: Routing,
  endpoint: Endpoint,
  field: StreamedField,
  request: FastifyRequest,
): Promise<ReadBody> {
  const { workspace } = request.caller!
  const { rest, file, problem } = await receiveUpload(uploads, workspace, field, request.raw)
  try {
    const json = readJson(endpoint, request, rest)
    return { original: rest, json, upload: null, isBinary: false, isUnparsed: false, file, problem }
  } catch (error) {
    if (file) await uploads.discardUnlessKept(workspace, file.id)
    throw error
  }
}

async function readMultipart(
  form: MultipartForm,
  request: FastifyRequest,
  original: Buffer,
): Promise<ReadBody> {
  const { json, upload } = await readForm(form, request.headers['content-type'], original)
  return { original, json, upload, isBinary: false, isUnparsed: false, file: null, problem: null }
}

/** The size of a compressed body after decompression, for its turn; null: it is not compressed. */
export function decompressedBody(endpoint: Endpoint, { headers, body, caller }: FastifyRequest) {
  const encoding = headers['content-encoding']
  if (!endpoint.binary || encoding === undefined || encoding === 'identity') return null
  const size = decompressedSize((body as Buffer | undefined) ?? noBody, encoding, bodyLimitOf(endpoint))
  return { size, workspace: (caller ?? anonymousCaller).workspace }
}

const bodyLimitOf = ({ bodyLimit }: Endpoint): number => bodyLimit ?? defaultBodyLimit

/** Reads a body that is JSON or has the endpoint's binary format. */
async function readBinaryOrJson(
  endpoint: Endpoint,
  request: FastifyRequest,
  original: Buffer,
): Promise<ReadBody> {
  const encoding = request.headers['content-encoding']
  const mediaType = mediaTypeOf(request) ?? 'application/json'
  const isBinaryBody = isBinary(endpoint, request)
  if (!isBinaryBody && mediaType !== 'application/json')
    throw new Refusal('unsupported_media_type', `The body must be ${endpoint.binary} or application/json.`)
  const bytes = await decompressBody(original, encoding, bodyLimitOf(endpoint))
  const json = isBinaryBody ? undefined : readJson(endpoint, request, bytes)
  return {
    original: bytes,
    json,
    upload: null,
    isBinary: isBinaryBody,
    isUnparsed: false,
    file: null,
    problem: null,
  }
}

function readJson(endpoint: Endpoint, request: FastifyRequest, original: Buffer): unknown {
  if (!endpoint.body || original.length === 0) return undefined
  try {
    const json = parseJson(original, bigNumbersOf(endpoint), endpoint.valueLimit)
    return endpoint.keepsNumbers ? withoutNumbersForObjects(endpoint.body, json) : json
  } catch (error) {
    if (keyIsInBody(endpoint, request)) throw unauthorized
    if (mediaTypeOf(request)?.startsWith('multipart/')) throw invalidJson('the body is a form; send JSON')
    throw error
  }
}

/** True if the key is in the body. If such a body cannot be read, there is no key. */
function keyIsInBody({ auth }: Endpoint, request: FastifyRequest): boolean {
  if (request.headers['x-api-key'] !== undefined) return false
  return auth === 'body' || (auth === 'either' && sessionToken(request) === null)
}

function bigNumbersOf({ keepsOriginal, keepsLoggedNumbers, keepsNumbers }: Endpoint): BigNumbers {
  if (keepsOriginal || keepsLoggedNumbers) return 'logged'
  return keepsNumbers ? 'exact' : 'refused'
}

/** Returns the checked call, or all errors in path, query and body. */
export function parseCall(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { original, json, upload, isBinary, isUnparsed, file }: ReadBody,
  caller: Caller,
): Call | Detail[] {
  const params = endpoint.params && validate(endpoint.params, request.params, 0)
  const query = endpoint.query && validate(endpoint.query, request.query, 0)
  const body =
    isBinary || isUnparsed ? undefined : endpoint.body && validate(endpoint.body, json, original.length)
  if (params?.error || query?.error || body?.error)
    return [
      ...(params?.error ? detailsOf(params.error, ['path']) : []),
      ...(query?.error ? detailsOf(query.error, ['query']) : []),
      ...(body?.error ? detailsOf(body.error, ['body']) : []),
    ]
  return {
    caller,
    params: params?.data,
    query: query?.data,
    body: body?.data,
    userAgent: request.headers['user-agent'] ?? '',
    idempotencyKey: endpoint.takesIdempotencyKey ? idempotencyKeyOf(request) : null,
    lastEventId: request.headers['last-event-id']?.toString() ?? null,
    visitor: new RequestClient(routing, endpoint, request, reply, json),
    original,
    upload,
    isBinary,
    isUnparsed,
    file,
  } as Call
}
