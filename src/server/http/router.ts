import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultBodyLimit, defaultStatus, type Endpoint } from '../../contract/index.ts'
import { withValue } from '../db/index.ts'
import { beginCall, giveWay, longWork } from '../pacing/calls-in-progress.ts'
import { endOfTurn } from '../pacing/end-of-turn.ts'
import { markCaller } from '../pacing/recent-callers.ts'
import { asStartedBy, iteratedAs } from '../started-by.ts'
import { withAudit } from './audit.ts'
import { authorize } from './authorize.ts'
import { refuseOverload } from './back-pressure.ts'
import { freeChunks } from './body/free-bytes.ts'
import { StreamedJson } from './body/streamed-json.ts'
import { anonymousCaller, type Caller } from './caller.ts'
import { etagOf } from './etags.ts'
import {
  Answer,
  BinaryAnswer,
  CachedJson,
  type Call,
  Download,
  EventStream,
  type HandlerOf,
  MediaFile,
  type Reply,
  StreamedDownload,
  WrittenJson,
} from './handler.ts'
import { decompressedBody, isLarge, parseCall, receive } from './read-call.ts'
import { validationBody } from './refusals.ts'
import type { Routing } from './routing.ts'
import {
  fail,
  refuse,
  send,
  sendEvents,
  sendStreamedJson,
  sendTagged,
  sendWritten,
  successStatus,
} from './send-answer.ts'
import { sendFile, sendMedia, sendStream } from './send-file.ts'

/** Registers the routes of an endpoint. */
export function mount(
  app: FastifyInstance,
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
) {
  if (!endpoint.streamed) return route(app, routing, endpoint, handler)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    route(scope, routing, endpoint, handler)
  })
}

function route(app: FastifyInstance, routing: Routing, endpoint: Endpoint, handler: HandlerOf<Endpoint>) {
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({
      method: endpoint.method.toUpperCase(),
      url: path.replace(/\{(\w+)\+?\}/g, ':$1'),
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      ...(needsAdmission(endpoint) && {
        onRequest: (request, reply, done) => {
          const admitted = admit(routing, endpoint, request, reply)
          if (admitted instanceof Promise) admitted.then(() => done(), done)
          else done()
        },
      }),
      ...(endpoint.body &&
        !endpoint.streamed && {
          preParsing: ({ headers }, _reply, payload, done) => {
            freeChunks(headers, endpoint.bodyLimit ?? defaultBodyLimit, payload)
            done(null, payload)
          },
        }),
      handler: (request, reply) => serve(routing, endpoint, handler, request, reply),
      errorHandler: (error, request, reply) => fail(routing, endpoint, error, request, reply),
    })
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Maximum milliseconds that a large body waits for the calls of lighter workspaces, after each piece of its work. */
const maxWait = 50

const pauseBetweenPieces = (caller: Caller | null): Promise<void> =>
  giveWay((caller ?? anonymousCaller).workspace, longWork, maxWait) ?? setImmediate()

const needsAdmission = ({ auth, isIngest }: Endpoint): boolean => auth === 'header' || isIngest === true

/** Rejects unauthenticated or over-capacity requests before reading the body. */
function admit(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  // This comes before authentication, which would add load for each refused call.
  if (endpoint.isIngest) refuseOverload(routing.load())
  if (endpoint.auth !== 'header') return admitBody(routing, endpoint, request, reply)
  return withValue(authorize(routing, endpoint, request, null), (caller) => {
    request.caller = caller
    routing.keyRates.take(caller)
    if (endpoint.isIngest) admitBody(routing, endpoint, request, reply)
  })
}

function admitBody(routing: Routing, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { workspace } = request.caller ?? anonymousCaller
  routing.bodyLimiter.admit(request, reply, endpoint.bodyLimit ?? defaultBodyLimit, workspace)
}

/** Serves a call. While the call waits for its turn, its body stays unparsed. */
function serve(
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // A caller that is not authenticated yet delays no work.
  const endCall = request.caller ? beginCall(request.caller.workspace) : () => {}
  const turn =
    routing.bodyLimiter.acquire(reply, decompressedBody(endpoint, request)) ??
    (request.caller && routing.callTurns.begin(request.caller))
  if (!turn) return serveNow(routing, endpoint, handler, request, reply).finally(endCall)
  return turn.then((endTurn) =>
    serveNow(routing, endpoint, handler, request, reply).finally(() => {
      endTurn()
      endCall()
    }),
  )
}

async function serveNow(
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const received = asStartedBy(request.caller ?? anonymousCaller, () => receive(routing, endpoint, request))
  const body = received instanceof Promise ? await received : received
  const inPieces = isLarge(body.original) && !body.isUnparsed
  if (inPieces) await pauseBetweenPieces(request.caller)
  const caller = request.caller ?? (await authorize(routing, endpoint, request, body.json))
  if (request.caller === null) {
    request.caller = caller
    routing.keyRates.take(caller)
  }
  try {
    const call = parseCall(routing, endpoint, request, reply, body, caller)
    if (inPieces) await pauseBetweenPieces(caller)
    if (Array.isArray(call)) refuse(routing, endpoint, request, reply, 422, validationBody(call))
    else if (body.problem) throw body.problem
    else {
      const result = await audited(routing, endpoint, handler, call)
      // A client on this machine is woken once for answers that are written together, which halves the cost of a read.
      const turn = result instanceof CachedJson ? endOfTurn(caller.workspace) : null
      if (turn) await turn
      const sending = asStartedBy(caller, () => answer(routing, endpoint, request, reply, result, caller))
      if (sending instanceof Promise) await sending
    }
  } finally {
    // Deletes the uploaded file unless the handler kept it.
    if (body.file) await routing.context.uploads.discardUnlessKept(caller.workspace, body.file.id)
  }
  // Returning `reply` tells Fastify that the response is still being sent.
  return reply.sent ? undefined : reply
}

function answer(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Reply<Endpoint>,
  caller: Caller,
): unknown {
  if (result instanceof CachedJson) return sendTagged(routing, endpoint, request, reply, result)
  if (result instanceof WrittenJson) return sendWritten(routing, endpoint, request, reply, result)
  if (result instanceof StreamedJson)
    return sendStreamedJson(routing, endpoint, request, reply, iteratedAs(caller, result.chunks))
  if (result instanceof BinaryAnswer)
    return reply.code(defaultStatus(endpoint)).header('content-type', endpoint.binary!).send(result.bytes)
  if (result instanceof Download) return sendFile(endpoint, request, reply, result)
  if (result instanceof MediaFile) return sendMedia(endpoint, request, reply, result)
  if (result instanceof StreamedDownload)
    return sendStream(endpoint, reply, { ...result, chunks: iteratedAs(caller, result.chunks) })
  if (result instanceof EventStream) return sendEvents(routing, endpoint, request, reply, result)
  const { status, body, cookie } =
    result instanceof Answer
      ? result
      : { status: successStatus(endpoint, request), body: result, cookie: undefined }
  if (cookie) reply.header('set-cookie', cookie).header('cache-control', 'no-store')
  if (body === null && !endpoint.success[status]) return reply.code(status).send()
  const text = JSON.stringify(body)
  if (!endpoint.etag) return send(routing, endpoint, reply, status, text)
  return sendTagged(routing, endpoint, request, reply, new CachedJson(text, etagOf(text)))
}

/** Runs the handler. Changes are recorded in the audit log; reads and ingestion are not. */
function audited({ audit, context }: Routing, endpoint: Endpoint, handler: HandlerOf<Endpoint>, call: Call) {
  const isChange = endpoint.method !== 'get' && endpoint.audited !== false && call.caller !== anonymousCaller
  if (call.caller !== anonymousCaller) markCaller(call.caller.workspace)
  return asStartedBy(call.caller, () =>
    audit && isChange && !endpoint.isIngest
      ? withAudit(audit, context, endpoint, handler, call)
      : handler(context, call),
  )
}
