import { type Payload, packRaw, plainTextOfContent, rawPayload, unpackRaw, writeShort } from './payload.ts'

/** Bytes of a frame before it is compressed: reading one of its payloads unpacks them all, in some 50 microseconds. */
const maxFrameBytes = 64 * 1024
/** Deleting a payload rewrites the frame. */
const maxItems = 32
/** A longer payload has a frame of its own. */
const maxItemBytes = maxFrameBytes / 2

/** The number of payloads and the length of each. */
const headerBytes = 2 + 4 * maxItems

/** A payload that shares a frame with others. */
export interface FramedPayload {
  readonly frame: PayloadFrame
  readonly position: number
}

/** Buffers of frames that are packed: one is filled for each call that is under way. */
const spareBuffers: Buffer[] = []
const maxSpareBuffers = 8

/** On SQLite, the payloads of several requests of one call in one zstd frame, which holds what they have in common once. */
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

  /** Null if the frame is full. */
  add(payload: Uint8Array): FramedPayload | null {
    const end = this.#end + payload.length
    if (this.#packed || this.#size === maxItems || end > maxFrameBytes) return null
    this.#content ??= spareBuffers.pop() ?? Buffer.allocUnsafeSlow(maxFrameBytes)
    this.#content.set(payload, this.#end)
    this.#content.writeUInt32LE(payload.length, lengthOffset(this.#size))
    this.#end = end
    return { frame: this, position: this.#size++ }
  }

  /** The compressed frame. A single payload is packed as without a shared frame. */
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

  /** A frame of some of its payloads, in this order. */
  only(positions: readonly number[]): PayloadFrame {
    if (this.#size === 1) return this
    const payloads = payloadsIn(unpackRaw(this.pack()))
    const frame = new PayloadFrame()
    for (const position of positions) frame.add(payloads[position]!)
    return frame
  }
}

const lengthOffset = (position: number): number => 2 + 4 * position

/** Puts the payloads of one call into frames. */
export class PayloadFrames {
  #open = new PayloadFrame()

  /** Null if the payload is too long to share a frame. */
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

/** Requests with neighbouring ids share a frame, and statements read them one after the other. */
let lastRead: { readonly frame: Buffer; readonly payloads: readonly Buffer[] } | null = null

/** `payload_item(frame, position)` in SQL: the payload, not compressed. */
export const payloadIn = (frame: Uint8Array, position: number): Buffer =>
  rawPayload(contentIn(frame, position))

/** Both texts of a payload joined by a newline, as `plainTextOf`. */
export const plainTextIn = (frame: Uint8Array, position: number): string | null =>
  plainTextOfContent(contentIn(frame, position))

/** A view of the frame that was read last. */
function contentIn(frame: Uint8Array, position: number): Buffer {
  if (!lastRead?.frame.equals(frame))
    lastRead = { frame: Buffer.from(frame), payloads: payloadsIn(unpackRaw(frame)) }
  return lastRead.payloads[position]!
}

/** `payload_without(frame, position)` in SQL: the other payloads keep their positions. Empty if none is left. */
export function frameWithout(frame: Uint8Array, position: number): Buffer {
  const rest = new PayloadFrame()
  for (const [index, payload] of payloadsIn(unpackRaw(frame)).entries())
    rest.add(index === position ? nothing : payload)
  const packed = rest.pack()
  return rest.isEmpty ? nothing : packed
}

const nothing = Buffer.alloc(0)

/** A row of `request_payloads` with the frame that its payload lies in, if it shares one. */
export interface PayloadRow {
  readonly payload: Uint8Array
  readonly frame: Uint8Array | null
  readonly frame_position: number | null
}

/** The payload of a row, for `payloadOf` and the others. */
export const payloadOfRow = ({ payload, frame, frame_position: position }: PayloadRow): Uint8Array =>
  frame === null || position === null ? payload : payloadIn(frame, position)
