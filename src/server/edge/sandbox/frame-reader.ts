import { z } from 'zod'
import { limits } from './runner/limits.ts'
import { failureKinds, type RunnerHead } from './runner/messages.ts'

export interface Frame {
  readonly head: RunnerHead
  readonly body: Buffer
}

/** A runner violated the protocol and must be ended. */
export class ProtocolFault extends Error {
  readonly isOversize: boolean

  constructor(message: string, oversize = false) {
    super(message)
    this.isOversize = oversize
  }
}

const text = z.string().max(limits.errorText)
const failure = z.strictObject({
  type: text,
  message: text,
  line: z.int().positive().nullable(),
  kind: z.enum(failureKinds),
})
const headSchema: z.ZodType<RunnerHead> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('begin') }),
  z.strictObject({ kind: z.literal('fetch') }),
  z.strictObject({ kind: z.literal('log'), stream: z.enum(['stdout', 'stderr']) }),
  z.strictObject({ kind: z.literal('value'), retire: z.boolean() }),
  z.strictObject({ kind: z.literal('failure'), failure, retire: z.boolean() }),
])

/** Bytes of the two sizes that begin a frame: of its head and of its body. */
const sizesBytes = 8

/** Splits a runner's output into frames. Checks sizes before it buffers data, because the runner is not trusted. */
export class FrameReader {
  readonly #maximumBody: number
  #chunks: Buffer[] = []
  #received = 0
  #needed = sizesBytes

  constructor(maximumBody: number) {
    this.#maximumBody = maximumBody
  }

  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk)
    this.#received += chunk.length
    while (this.#received >= this.#needed) {
      const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
      this.#chunks = [bytes]
      const frame = this.#cut(bytes)
      if (frame) yield frame
    }
  }

  #cut(bytes: Buffer): Frame | null {
    const headSize = bytes.readUInt32BE(0)
    const bodySize = bytes.readUInt32BE(4)
    if (headSize > limits.head) throw new ProtocolFault('The head of a frame is too large.')
    if (bodySize > this.#maximumBody) throw new ProtocolFault('The body of a frame is too large.', true)
    const end = sizesBytes + headSize + bodySize
    if (bytes.length < end) {
      this.#needed = end
      return null
    }
    const rest = bytes.subarray(end)
    this.#chunks = [rest]
    this.#received = rest.length
    this.#needed = sizesBytes
    const bodyStart = sizesBytes + headSize
    return { head: readHead(bytes.subarray(sizesBytes, bodyStart)), body: bytes.subarray(bodyStart, end) }
  }
}

export function writeFrame(head: object, body: string | Uint8Array): Buffer {
  const headBytes = Buffer.from(JSON.stringify(head))
  const bodyBytes = typeof body === 'string' ? Buffer.from(body) : body
  const sizes = Buffer.alloc(sizesBytes)
  sizes.writeUInt32BE(headBytes.length, 0)
  sizes.writeUInt32BE(bodyBytes.length, 4)
  return Buffer.concat([sizes, headBytes, bodyBytes])
}

function readHead(bytes: Buffer): RunnerHead {
  try {
    return headSchema.parse(JSON.parse(bytes.toString()))
  } catch {
    throw new ProtocolFault('The head of a frame does not fit the protocol.')
  }
}
