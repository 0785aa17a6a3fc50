import { type RequestOptions, request } from 'node:http'
import {
  constants,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { PbfReader, PbfWriter } from 'pbf'

/** The HTTP operation for each OTLP service over gRPC. */
const operations = new Map([
  ['/opentelemetry.proto.collector.trace.v1.TraceService/Export', '/v1/traces'],
  ['/opentelemetry.proto.collector.logs.v1.LogsService/Export', '/v1/logs'],
  ['/opentelemetry.proto.collector.metrics.v1.MetricsService/Export', '/v1/metrics'],
])

/** Values of google.rpc.Code. */
const invalidArgument = 3
const unimplemented = 12
const internal = 13
const unavailable = 14
/** For these statuses the answer is `unavailable`, the only code after which exporters retry. */
const retriedStatuses = new Set([429, 502, 503, 504])

/** Maximum concurrent calls of a connection. Exporters send one at a time, or a few. */
const maxStreams = 32
/** Milliseconds without a byte after which a connection is closed, so that stalled calls do not accumulate. */
const idleTime = 10 * 60_000
/** Milliseconds for a client to read the status of a refused call and stop sending. */
const drainTime = 500
/** Maximum bytes of an answer, which holds a message at most. */
const maxAnswerBytes = 1024 * 1024

/**
 * Serves OTLP over gRPC on a separate port. Each call is forwarded to the HTTP operation, with its checks, limits and
 * answers.
 */
export function serveOtlpGrpc(
  app: FastifyInstance,
  { otlpGrpcPort: port, host }: { readonly otlpGrpcPort: number | null; readonly host: string },
  maxMessageBytes: number,
): void {
  if (port === null) return
  const server = createServer({ settings: { maxConcurrentStreams: maxStreams } })
  const sessions = new Set<Http2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.setTimeout(idleTime, () => session.destroy())
    // A broken connection closes its own session only.
    session.on('error', () => session.destroy())
  })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => stream.close())
    answer(stream, headers, app.server.address() as AddressInfo, maxMessageBytes).catch(() =>
      // The HTTP server did not answer: it is stopping, or it closed the connection.
      end(stream, unavailable, 'The call failed; send it again.'),
    )
  })
  app.addHook(
    'onReady',
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port, host }, resolve)
      }),
  )
  app.addHook('onClose', async () => {
    server.close()
    for (const session of sessions) session.destroy()
  })
}

async function answer(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  main: AddressInfo,
  maxMessageBytes: number,
) {
  const path = operations.get(headers[':path'] ?? '')
  const contentType = headers['content-type'] ?? ''
  if (!path || !contentType.startsWith('application/grpc'))
    return end(stream, unimplemented, 'This port takes OTLP exports over gRPC: traces, logs and metrics.')
  const encoding = headers['grpc-encoding'] ?? 'identity'
  if (encoding !== 'gzip' && encoding !== 'identity')
    return end(stream, unimplemented, 'Messages may be compressed with gzip.')
  const message = await readPrefix(stream)
  if (message === null) return end(stream, invalidArgument, 'The call has no message.')
  // The HTTP server refuses such a message too, but closes the connection, and its answer may be lost with it.
  if (message.size > maxMessageBytes)
    return end(stream, invalidArgument, `This endpoint takes a body of at most ${maxMessageBytes} bytes.`)
  const isCompressed = message.flag === 1 && encoding === 'gzip'
  const reply = await forward(stream, message, {
    ...addressOf(main),
    path,
    method: 'POST',
    headers: { ...forwardedHeaders(headers), ...(isCompressed && { 'content-encoding': 'gzip' }) },
  })
  if (reply === null)
    return end(stream, invalidArgument, 'The size of the message differs from the size in its prefix.')
  if (reply.status === 200) return send(stream, reply.body)
  const status = readStatus(reply.body)
  if (!retriedStatuses.has(reply.status)) return end(stream, status.code, status.message)
  end(stream, unavailable, status.message, retryHeaders(status.message, reply.retryAfter))
}

const addressOf = ({ address, port }: AddressInfo) => ({
  port,
  host: address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address,
})

const forwardedHeaders = (headers: IncomingHttpHeaders): Record<string, string> => ({
  'content-type': 'application/x-protobuf',
  'user-agent': headers['user-agent'] ?? 'unknown',
  ...(headers.authorization && { authorization: headers.authorization }),
  ...(headers['x-api-key'] && { 'x-api-key': String(headers['x-api-key']) }),
})

interface Message {
  /** 1 if the message is compressed. */
  readonly flag: number
  readonly size: number
  /** The bytes that arrived with the prefix. */
  readonly start: Buffer
}

const prefixBytes = 5

/** Reads the prefix of a message; null if the stream ends before it is complete. */
async function readPrefix(stream: ServerHttp2Stream): Promise<Message | null> {
  let head = Buffer.alloc(0)
  while (head.length < prefixBytes) {
    const part = await nextPart(stream)
    if (part === null) return null
    head = Buffer.concat([head, part])
  }
  return { flag: head[0]!, size: head.readUInt32BE(1), start: head.subarray(prefixBytes) }
}

/** Resolves with the next bytes, or null at the end. Leaves the stream paused. */
function nextPart(stream: ServerHttp2Stream): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const finish = (part: Buffer | null) => {
      stream.pause()
      stream.off('data', finish).off('end', onEnd).off('close', onEnd)
      resolve(part)
    }
    const onEnd = () => finish(null)
    if (stream.readableEnded || stream.destroyed) return resolve(null)
    stream.on('data', finish).on('end', onEnd).on('close', onEnd)
    stream.resume()
  })
}

interface Reply {
  readonly status: number
  readonly body: Buffer
  /** Seconds. */
  readonly retryAfter: number
}

/** Forwards the message and resolves with the answer; null if the message's size differs from the prefix. */
function forward(
  stream: ServerHttp2Stream,
  { size, start }: Message,
  options: RequestOptions & { readonly headers: Readonly<Record<string, string | number>> },
): Promise<Reply | null> {
  return new Promise((resolve, reject) => {
    const call = request({ ...options, headers: { ...options.headers, 'content-length': size } })
    const fail = () => {
      call.destroy()
      resolve(null)
    }
    call.on('error', reject)
    call.on('response', (response) => {
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length <= maxAnswerBytes) parts.push(part)
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 500,
          body: Buffer.concat(parts),
          retryAfter: Number(response.headers['retry-after']) || 1,
        }),
      )
    })
    let received = start.length
    if (received > size) return fail()
    if (received > 0) call.write(start)
    stream.on('data', (part: Buffer) => {
      received += part.length
      if (received > size) return fail()
      if (call.write(part)) return
      stream.pause()
      call.once('drain', () => stream.resume())
    })
    stream.on('end', () => (received === size ? call.end() : fail()))
    stream.on('close', fail)
    if (stream.readableEnded) fail()
    else stream.resume()
  })
}

/** Reads the google.rpc.Status of an HTTP refusal. */
function readStatus(body: Buffer): { code: number; message: string } {
  const status = { code: internal, message: '' }
  try {
    const reader = new PbfReader(body)
    while (reader.pos < reader.length) {
      const tag = reader.readVarint()
      if (tag >> 3 === 1) status.code = reader.readVarint()
      else if (tag >> 3 === 2) status.message = reader.readString()
      else reader.skip(tag)
    }
  } catch {
    // The answer is no Status, so it counts as an internal error.
  }
  return status
}

const responseHeaders = { ':status': 200, 'content-type': 'application/grpc+proto' }

function send(stream: ServerHttp2Stream, body: Buffer): void {
  if (stream.destroyed) return
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32BE(body.length, 1)
  stream.respond(responseHeaders, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(Buffer.concat([prefix, body]))
}

/** The delay of a retry: Python's exporter reads the first header, Go's exporter the second. */
function retryHeaders(message: string, seconds: number): Record<string, string> {
  const delay = encoded((writer) => writer.writeMessage(1, () => writer.writeVarintField(1, seconds), null))
  const status = encoded((writer) => {
    writer.writeVarintField(1, unavailable)
    writer.writeStringField(2, message)
    const detail = () => {
      writer.writeStringField(1, 'type.googleapis.com/google.rpc.RetryInfo')
      writer.writeBytesField(2, delay)
    }
    writer.writeMessage(3, detail, null)
  })
  return {
    'google.rpc.retryinfo-bin': Buffer.from(delay).toString('base64'),
    'grpc-status-details-bin': Buffer.from(status).toString('base64'),
  }
}

function encoded(write: (writer: PbfWriter) => void): Uint8Array {
  const writer = new PbfWriter()
  write(writer)
  return writer.finish()
}

/** Ends a call with only a status. */
function end(
  stream: ServerHttp2Stream,
  code: number,
  message: string,
  more: Readonly<Record<string, string>> = {},
): void {
  if (stream.destroyed || stream.headersSent) return
  stream.respond(
    { ...responseHeaders, ...more, 'grpc-status': String(code), 'grpc-message': encodeURIComponent(message) },
    { endStream: true },
  )
  // An immediate reset could arrive before the status.
  stream.resume()
  setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), drainTime).unref()
}
