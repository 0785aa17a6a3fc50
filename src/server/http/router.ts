import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { defaultStatus, type Endpoint, roleFor, sdkStatuses } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Uploaded } from '../uploads/index.ts'
import { type Audit, withAudit } from './audit.ts'
import { type Load, refuseOverload } from './back-pressure.ts'
import { type Authenticate, type Caller, nobody, requirePerson, requireRole } from './caller.ts'
import { decompressed } from './compression.ts'
import { etagOf, isKnown } from './etags.ts'
import { openEvents } from './events.ts'
import { readForm } from './form.ts'
import { ClientGone, goneSignalOf } from './gone.ts'
import {
  Answer,
  BinaryAnswer,
  CachedJson,
  type Call,
  Download,
  EventStream,
  type HandlerOf,
  StreamedDownload,
  type Upload,
  WrittenJson,
} from './handler.ts'
import { type BigNumbers, parseJson } from './json.ts'
import { receiveUpload } from './receive-upload.ts'
import { type Failure, failureOf, unauthorized, validationBody } from './refusals.ts'
import { rpcStatus } from './rpc-status.ts'
import { sendFile, sendStream } from './send-file.ts'
import { isFromOwnPage, sessionToken, visitOf } from './session-cookie.ts'
import { type Detail, detailsOf, parsed } from './validation.ts'

/** Unless an endpoint says otherwise. */
const usualBodyLimit = 4 * 1024 * 1024

export interface Routing {
  readonly context: Context
  readonly authenticate: Authenticate
  readonly load: () => Load
  /** Records changes, with what was there before. */
  readonly audit?: Audit
  /** Called with every answer before it leaves; tests check it against the contract here. */
  readonly inspect?: (endpoint: Endpoint, status: number, text: string) => void
}

/** Serves one endpoint of the contract by its handler. */
export function mount(
  app: FastifyInstance,
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
) {
  if (!endpoint.streamed) return route(app, routing, endpoint, handler)
  app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    route(own, routing, endpoint, handler)
  })
}

function route(app: FastifyInstance, routing: Routing, endpoint: Endpoint, handler: HandlerOf<Endpoint>) {
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({
      method: endpoint.method.toUpperCase(),
      url: path.replace(/\{(\w+)\+?\}/g, ':$1'),
      bodyLimit: endpoint.bodyLimit ?? usualBodyLimit,
      // A stranger's body is not read when its header already says that it is one, nor one that there is no room for.
      onRequest: async (request: FastifyRequest) => {
        if (endpoint.auth === 'header') request.caller = await callerOf(routing, endpoint, request, null)
        if (endpoint.isIngest) refuseOverload(routing.load())
      },
      handler: (request, reply) => serve(routing, endpoint, handler, request, reply),
      errorHandler: (error, request, reply) => fail(routing, endpoint, error, request, reply),
    })
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

async function serve(
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = await receive(routing, endpoint, request)
  const caller = request.caller ?? (await callerOf(routing, endpoint, request, body.json))
  try {
    await answer(routing, endpoint, handler, request, reply, body, caller)
  } finally {
    // The file goes again unless somebody keeps it.
    if (body.file) await routing.context.uploads.discardUnlessKept(caller.workspace, body.file.id)
  }
  return reply
}

async function answer(
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
  read: ReadBody,
  caller: Caller,
) {
  const call = checked(routing, endpoint, request, reply, read, caller)
  if (Array.isArray(call)) return refuse(routing, endpoint, request, reply, 422, validationBody(call))
  if (read.problem) throw read.problem
  const given = await audited(routing, endpoint, handler, call)
  if (given instanceof CachedJson) return sendTagged(routing, endpoint, request, reply, given)
  if (given instanceof WrittenJson)
    return send(routing, endpoint, reply, successStatus(endpoint, request), given.text)
  if (given instanceof BinaryAnswer)
    return reply.code(defaultStatus(endpoint)).header('content-type', endpoint.binary!).send(given.bytes)
  if (given instanceof Download) return sendFile(endpoint, request, reply, given)
  if (given instanceof StreamedDownload) return sendStream(endpoint, reply, given)
  if (given instanceof EventStream) return sendEvents(routing, endpoint, request, reply, given)
  const { status, body, cookie } =
    given instanceof Answer
      ? given
      : { status: successStatus(endpoint, request), body: given, cookie: undefined }
  if (cookie) reply.header('set-cookie', cookie).header('cache-control', 'no-store')
  if (body === null && !endpoint.success[status]) return reply.code(status).send()
  const text = JSON.stringify(body)
  if (!endpoint.etag) return send(routing, endpoint, reply, status, text)
  return sendTagged(routing, endpoint, request, reply, new CachedJson(text, etagOf(text)))
}

/** A streamed file is put away before anything else of the call is known. */
async function receive(routing: Routing, endpoint: Endpoint, request: FastifyRequest): Promise<ReadBody> {
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

/** Changes are recorded; reads, and what applications do all day, are not. */
function audited({ audit, context }: Routing, endpoint: Endpoint, handler: HandlerOf<Endpoint>, call: Call) {
  const isChange = endpoint.method !== 'get' && endpoint.audited !== false && call.caller !== nobody
  return audit && isChange ? withAudit(audit, context, endpoint, handler, call) : handler(context, call)
}

interface ReadBody {
  readonly original: Buffer
  readonly json: unknown
  readonly upload: Upload | null
  /** The body is in the endpoint's binary form: its handler reads it. */
  readonly isBinary: boolean
  /** The file of the streamed field, and what is wrong with it. */
  readonly file: Uploaded | null
  readonly problem?: Refusal | null
}

async function readBody(endpoint: Endpoint, request: FastifyRequest): Promise<ReadBody> {
  const original = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
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

/** A key counts before a cookie: whoever sends one does not ask as the person at this browser. */
async function callerOf(
  { authenticate }: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  json: unknown,
): Promise<Caller> {
  if (endpoint.auth === 'none') return nobody
  const header = request.headers['x-api-key']
  const inBody = (json as { api_key?: unknown } | null)?.api_key
  const key = typeof header === 'string' ? header : inBody
  const token = sessionToken(request)
  let caller: Caller | null = null
  if (typeof key === 'string' && key !== '') caller = await authenticate.byKey(key)
  else if (token && endpoint.auth === 'header' && isFromOwnPage(request))
    caller = await authenticate.bySession(token)
  if (!caller) throw unauthorized
  if (endpoint.forPeople) requirePerson(caller)
  requireRole(caller, roleFor(endpoint))
  return caller
}

/** The parsed call, or what is wrong with it: path, query and body are all looked at. */
function checked(
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
    stillMay: async () => void (await callerOf(routing, endpoint, request, json)),
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

function successStatus(endpoint: Endpoint, request: FastifyRequest): number {
  const statuses = sdkStatuses[endpoint.id]
  if (!statuses) return defaultStatus(endpoint)
  return request.headers['x-sdk-version'] === undefined ? statuses.founding : statuses.sdk
}

function sendTagged(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: CachedJson,
) {
  if (isKnown(request, reply, etag)) return reply.code(304).send()
  return send(routing, endpoint, reply, successStatus(endpoint, request), text)
}

async function sendEvents(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { work }: EventStream<unknown>,
) {
  const events = openEvents(reply)
  const last = (name: string, status: number, body: unknown) => {
    const text = JSON.stringify(body)
    routing.inspect?.(endpoint, status, text)
    events.end(name, text)
  }
  try {
    last('end', successStatus(endpoint, request), await work(events.send))
  } catch (error) {
    if (!events.hasBegun()) throw error
    if (error instanceof ClientGone) return
    const { status, body } = failureFor(routing, endpoint, error, request)
    last('error', status, body)
  } finally {
    events.close()
  }
}

function send(routing: Routing, endpoint: Endpoint, reply: FastifyReply, status: number, text: string) {
  routing.inspect?.(endpoint, status, text)
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text)
}

function fail(
  routing: Routing,
  endpoint: Endpoint,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Nobody reads it.
  if (error instanceof ClientGone) return reply.code(499).send()
  const { status, body, retryAfter } = failureFor(routing, endpoint, error, request)
  if (status === 500 && !isBinary(endpoint, request)) return reply.code(status).send(body)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  else if (status === 503) reply.header('retry-after', '1')
  // What is still on its way is not read.
  if (status === 413) reply.header('connection', 'close')
  return refuse(routing, endpoint, request, reply, status, body)
}

const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase()

const isBinary = ({ binary }: Endpoint, request: FastifyRequest): boolean =>
  binary !== undefined && mediaTypeOf(request) === binary

/** In the form in which the call came. */
function refuse(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: unknown,
) {
  const text = JSON.stringify(body)
  if (!isBinary(endpoint, request)) return send(routing, endpoint, reply, status, text)
  if (status !== 500) routing.inspect?.(endpoint, status, text)
  return reply.code(status).header('content-type', endpoint.binary!).send(rpcStatus(status, body))
}

function failureFor(routing: Routing, endpoint: Endpoint, error: unknown, request: FastifyRequest): Failure {
  const refusal = refusalOf(routing, error)
  if (refusal) {
    // What is wrong with this machine is for its operator.
    if (refusal.data['cause'])
      request.log.error({ err: refusal.data['cause'], endpoint: endpoint.id }, refusal.message)
    return failureOf(refusal, endpoint)
  }
  request.log.error({ err: error, endpoint: endpoint.id }, 'a bug: the operation failed')
  const message = `Internal error; the log has it under ${request.id}.`
  return { status: 500, body: { success: false, message, error: 'internal' } }
}

function refusalOf(routing: Routing, error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (routing.context.store.isUnavailable(error))
    return new Refusal('busy', 'Storage is out of reach at the moment; try again.')
  const { code } = error as { code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('too_large', 'The body is larger than this endpoint takes.')
  if (code?.startsWith('FST_ERR_CTP'))
    return new Refusal('invalid', (error as Error).message, { loc: ['body'] })
  return null
}
