import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultStatus, type Endpoint, usualBodyLimit } from '../../contract/index.ts'
import { onceThere } from '../db/index.ts'
import { asStartedBy } from '../started-by.ts'
import { withAudit } from './audit.ts'
import { authorize } from './authorize.ts'
import { refuseOverload } from './back-pressure.ts'
import { type Caller, nobody } from './caller.ts'
import { etagOf } from './etags.ts'
import {
  Answer,
  BinaryAnswer,
  CachedJson,
  type Call,
  Download,
  EventStream,
  type HandlerOf,
  type Reply,
  StreamedDownload,
  WrittenJson,
} from './handler.ts'
import { checked, receive } from './read-call.ts'
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
import { sendFile, sendStream } from './send-file.ts'
import { StreamedJson } from './streamed-json.ts'

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
      ...(admits(endpoint) && {
        onRequest: (request, reply, done) => {
          const admitted = admit(routing, endpoint, request, reply)
          if (admitted instanceof Promise) admitted.then(() => done(), done)
          else done()
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

const admits = ({ auth, isIngest }: Endpoint): boolean => auth === 'header' || isIngest === true

/** A stranger's body is not read when its header already says that it is one, nor one that there is no room for. */
function admit(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  // Before the key is read: what cannot follow would be asked once more for each call that is sent away.
  if (endpoint.isIngest) refuseOverload(routing.load())
  if (endpoint.auth !== 'header') return admitBody(routing, endpoint, request, reply)
  return onceThere(authorize(routing, endpoint, request, null), (caller) => {
    request.caller = caller
    routing.keyRates.take(caller)
    if (endpoint.isIngest) admitBody(routing, endpoint, request, reply)
  })
}

function admitBody(routing: Routing, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  routing.bodyRoom.enter(request, reply, endpoint.bodyLimit ?? usualBodyLimit)
}

/** A large body waits for its turn as the bytes that came. */
function serve(
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const turn = routing.bodyRoom.turn(reply)
  if (!turn) return serveNow(routing, endpoint, handler, request, reply)
  return turn.then((end) => serveNow(routing, endpoint, handler, request, reply).finally(end))
}

async function serveNow(
  routing: Routing,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const received = receive(routing, endpoint, request)
  const body = received instanceof Promise ? await received : received
  const caller = request.caller ?? (await authorize(routing, endpoint, request, body.json))
  if (request.caller === null) {
    request.caller = caller
    routing.keyRates.take(caller)
  }
  try {
    const call = checked(routing, endpoint, request, reply, body, caller)
    if (Array.isArray(call)) refuse(routing, endpoint, request, reply, 422, validationBody(call))
    else if (body.problem) throw body.problem
    else {
      const given = await audited(routing, endpoint, handler, call)
      const sending = answer(routing, endpoint, request, reply, given)
      if (sending instanceof Promise) await sending
    }
  } finally {
    // The file goes again unless somebody keeps it.
    if (body.file) await routing.context.uploads.discardUnlessKept(caller.workspace, body.file.id)
  }
  // An answer that is on its way is waited for.
  return reply.sent ? undefined : reply
}

function answer(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Reply<Endpoint>,
): unknown {
  if (given instanceof CachedJson) return sendTagged(routing, endpoint, request, reply, given)
  if (given instanceof WrittenJson) return sendWritten(routing, endpoint, request, reply, given)
  if (given instanceof StreamedJson) return sendStreamedJson(routing, endpoint, request, reply, given)
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

/** Changes are recorded; reads, and what applications do all day, are not. */
function audited({ audit, context }: Routing, endpoint: Endpoint, handler: HandlerOf<Endpoint>, call: Call) {
  const isChange = endpoint.method !== 'get' && endpoint.audited !== false && call.caller !== nobody
  if (endpoint.isIngest || endpoint.method === 'get') return handler(context, call)
  return asStartedBy(call.caller.role, () =>
    audit && isChange ? withAudit(audit, context, endpoint, handler, call) : handler(context, call),
  )
}
