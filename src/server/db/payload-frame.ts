import { type Payload, packRaw, plainTextOfContent, rawPayload, unpackRaw, writeShort } from './payload.ts'

/**
 * Maximum bytes of a frame before compression. Reading one payload unpacks the whole frame, in some 50 microseconds.
 */
const maxFrameBytes = 64 * 1024
/** Maximum payloads of a frame, because deleting a payload rewrites the frame. */
const maxItems = 32
/** A longer payload gets a separate frame. */
const maxItemBytes = maxFrameBytes / 2

/** The header holds the number of payloads and the length of each. */
const headerBytes = 2 + 4 * maxItems

/** A payload that shares a frame with others. */
export interface FramedPayload {
  readonly frame: PayloadFrame
  readonly position: number
}

/** Unused buffers for filling frames. Each call in progress fills one. */
const spareBuffers: Buffer[] = []
const maxSpareBuffers = 8

/**
 * On SQLite, a zstd frame with the payloads of several requests of one call. Content that they have in common is stored
 * once.
 */
export class PayloadFrame {
  #content: Buffer | null = null
  #end = headerBytes
  #size = 0
  #packed: Buffer | null = null

  get size(): number {
    return this.#size
  }

  get isEmpty(): boolean {
    return this.#end === headerBytes
  }

  /** Adds a payload; null if the frame is full. */
  add(payload: Uint8Array): FramedPayload | null {
    const end = this.#end + payload.length
    if (this.#packed || this.#size === maxItems || end > maxFrameBytes) return null
    this.#content ??= spareBuffers.pop() ?? Buffer.allocUnsafeSlow(maxFrameBytes)
    this.#content.set(payload, this.#end)
    this.#content.writeUInt32LE(payload.length, lengthOffset(this.#size))
    this.#end = end
    return { frame: this, position: this.#size++ }
  }

  /** Returns the compressed frame. A single payload is packed as without a shared frame. */
  pack(): Buffer {
    const content = this.#content
    if (!content) return this.#packed!
    content.writeUInt16LE(this.#size)
    content.fill(0, lengthOffset(this.#size), headerBytes)
    this.#packed = packRaw(content.subarray(this.#size === 1 ? headerBytes : 0, this.#end))
    this.#content = null
    if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(content)
    return this.#packed
  }

  /** Returns a frame with the payloads at these positions, in this order. */
  only(positions: readonly number[]): PayloadFrame {
    if (this.#size === 1) return this
    const payloads = payloadsIn(unpackRaw(this.pack()))
    const frame = new PayloadFrame()
    for (const position of positions) frame.add(payloads[position]!)
    return frame
  }
}

const lengthOffset = (position: number): number => 2 + 4 * position

/** Distributes the payloads of one call over frames. */
export class PayloadFrames {
  #open = new PayloadFrame()

  /** Adds a payload; null if it is too long to share a frame. */
  add(payload: Payload): FramedPayload | null {
    const short = writeShort(payload)
    if (!short || short.length > maxItemBytes) return null
    const framed = this.#open.add(short)
    if (framed) return framed
    this.#open.pack()
    this.#open = new PayloadFrame()
    return this.#open.add(writeShort(payload)!)
  }
}

function payloadsIn(content: Buffer): Buffer[] {
  const payloads: Buffer[] = []
  let start = headerBytes
  for (let position = 0; position < content.readUInt16LE(); position++) {
    const end = start + content.readUInt32LE(lengthOffset(position))
    payloads.push(content.subarray(start, end))
    start = end
  }
  return payloads
}

interface ReadFrame {
  readonly frame: Buffer
  readonly payloads: readonly Buffer[]
}

/**
 * The frames that were read last, the latest first. Requests with neighbouring ids share a frame, and those of neighbouring
 * times alternate between the frames of several calls.
 */
const lastRead: ReadFrame[] = []
const maxLastRead = 8

/** `payload_item(frame, position)` in SQL: the payload, uncompressed. */
export const payloadIn = (frame: Uint8Array, position: number): Buffer =>
  rawPayload(contentIn(frame, position))

/** Both texts of a payload, joined by a newline; see `plainTextOf`. */
export const plainTextIn = (frame: Uint8Array, position: number): string | null =>
  plainTextOfContent(contentIn(frame, position))

/** Returns a view into the cached frame. */
function contentIn(frame: Uint8Array, position: number): Buffer {
  const index = lastRead.findIndex((read) => read.frame.equals(frame))
  if (index !== 0) {
    const [read] = index > 0 ? lastRead.splice(index, 1) : []
    lastRead.unshift(read ?? { frame: Buffer.from(frame), payloads: payloadsIn(unpackRaw(frame)) })
    lastRead.length = Math.min(lastRead.length, maxLastRead)
  }
  return lastRead[0]!.payloads[position]!
}

/** `payload_without(frame, position)` in SQL: the other payloads keep their positions. Empty if none is left. */
export function frameWithout(frame: Uint8Array, position: number): Buffer {
  const rest = new PayloadFrame()
  for (const [index, payload] of payloadsIn(unpackRaw(frame)).entries())
    rest.add(index === position ? emptyBuffer : payload)
  const packed = rest.pack()
  return rest.isEmpty ? emptyBuffer : packed
}

const emptyBuffer = Buffer.alloc(0)

/** A row of `request_payloads`, with its shared frame if it has one. */
export interface PayloadRow {
  readonly payload: Uint8Array
  readonly frame: Uint8Array | null
  readonly frame_position: number | null
}

/** The payload of a row, in a form that `payloadOf` and `originalOf` read. */
export const payloadOfRow = ({ payload, frame, frame_position: position }: PayloadRow): Uint8Array =>
  frame === null || position === null ? payload : payloadIn(frame, position)
