import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultStatus, type Endpoint, sdkStatuses } from '../../contract/index.ts'
import { freeBytes } from './body/free-bytes.ts'
import { isBinary } from './body/media-type.ts'
import { ClientDisconnected, hasHungUp } from './client-disconnected.ts'
import { clientHas } from './etags.ts'
import { openEvents } from './events.ts'
import { failureFor } from './failure-for.ts'
import type { CachedJson, EventStream, WrittenJson } from './handler.ts'
import type { Routing } from './routing.ts'
import { rpcStatus } from './rpc-status.ts'

export function successStatus(endpoint: Endpoint, request: FastifyRequest): number {
  const statuses = sdkStatuses[endpoint.id]
  if (!statuses) return defaultStatus(endpoint)
  return request.headers['x-sdk-version'] === undefined ? statuses.founding : statuses.sdk
}

const json = 'application/json; charset=utf-8'

export function send(
  routing: Routing,
  endpoint: Endpoint,
  reply: FastifyReply,
  status: number,
  text: string,
) {
  routing.inspect?.(endpoint, status, text)
  return reply.code(status).header('content-type', json).send(text)
}

export function sendWritten(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes }: WrittenJson,
) {
  const status = successStatus(endpoint, request)
  routing.inspect?.(endpoint, status, bytes.toString())
  // This event comes after the last write.
  reply.raw.once('close', () => freeBytes(bytes))
  return reply.code(status).header('content-type', json).send(bytes)
}

export function sendStreamedJson(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: AsyncIterable<string>,
) {
  const status = successStatus(endpoint, request)
  const body = reported(routing, endpoint, request, reply, inspected(routing, endpoint, status, chunks))
  return reply
    .code(status)
    .header('content-type', json)
    .send(Readable.from(body, { objectMode: false }))
}

/** Logs an error after the first chunk, because the response can then only be cut off. */
async function* reported(
  { log }: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: AsyncIterable<string>,
) {
  try {
    yield* chunks
  } catch (error) {
    if (reply.raw.headersSent)
      log.error('The answer was cut off.', { request: request.id, endpoint: endpoint.id, error })
    throw error
  }
}

async function* inspected(
  { inspect }: Routing,
  endpoint: Endpoint,
  status: number,
  chunks: AsyncIterable<string>,
) {
  if (!inspect) return yield* chunks
  let text = ''
  for await (const chunk of chunks) {
    text += chunk
    yield chunk
  }
  inspect(endpoint, status, text)
}

export function sendTagged(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: CachedJson,
) {
  if (clientHas(request, reply, etag)) return reply.code(304).send()
  return send(routing, endpoint, reply, successStatus(endpoint, request), text)
}

export async function sendEvents(
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
    if (error instanceof ClientDisconnected) return
    const { status, body } = failureFor(routing, endpoint, error, request)
    last('error', status, body)
  } finally {
    events.close()
  }
}

/** Sends a refusal in the format of the call. */
export function refuse(
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

export function fail(
  routing: Routing,
  endpoint: Endpoint,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // The client has disconnected, so no one reads the response.
  if (error instanceof ClientDisconnected || hasHungUp(request, error)) return reply.code(499).send()
  const { status, body, retryAfter } = failureFor(routing, endpoint, error, request)
  if (status === 500 && !isBinary(endpoint, request)) return reply.code(status).send(body)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  else if (status === 503) reply.header('retry-after', '1')
  // Without this header, Node discards the rest of the body. If it closed the connection, a client that still sends would
  // fail before it reads the answer.
  if (status === 413) {
    reply.removeHeader('connection')
    request.raw.resume()
  }
  return refuse(routing, endpoint, request, reply, status, body)
}
