import { constants, createZstdCompress, createZstdDecompress, zstdDecompressSync } from 'node:zlib'

/** What the streams of node:zlib are made of, and its functions too. */
interface Handle {
  writeSync(
    flush: number,
    input: Uint8Array,
    inputOffset: number,
    inputLength: number,
    output: Uint8Array,
    outputOffset: number,
    outputLength: number,
  ): void
  /** Forgets a frame that was broken off. */
  reset(): void
  onerror: (message: string) => void
}

interface Native {
  readonly _handle: Handle
  /** Bytes left of the output, and of the input. */
  readonly _writeState: Uint32Array
}

const outputBytes = 64 * 1024
const output = Buffer.allocUnsafeSlow(outputBytes)

/**
 * One context for many frames. `zstdCompressSync` makes one for each call, half a megabyte that the garbage
 * collector is told of: 33 microseconds and a third of this process's time in collections, where a frame of 5 kB
 * takes 9.
 */
class Codec {
  readonly #handle: Handle
  readonly #left: Uint32Array
  #failure: string | null = null

  constructor(stream: object) {
    const { _handle, _writeState } = stream as Native
    this.#handle = _handle
    this.#left = _writeState
    this.#handle.onerror = (message) => {
      this.#failure = message
    }
  }

  run(input: Uint8Array): Buffer {
    const whole = this.glance(input)
    if (whole) return Buffer.from(whole)
    const parts = [Buffer.from(output)]
    for (;;) {
      const left = this.#step(input, input.length - this.#left[1]!)
      parts.push(Buffer.from(output.subarray(0, outputBytes - left)))
      if (left > 0) return Buffer.concat(parts)
    }
  }

  /** The same without a copy, good until the next run of any codec; null where it is longer than that. */
  glance(input: Uint8Array): Buffer | null {
    this.#failure = null
    this.#handle.reset()
    const left = this.#step(input, 0)
    return left > 0 ? output.subarray(0, outputBytes - left) : null
  }

  /** Fills the output; gives how much of it is left. */
  #step(input: Uint8Array, from: number): number {
    this.#handle.writeSync(constants.ZSTD_e_end, input, from, input.length - from, output, 0, outputBytes)
    if (this.#failure !== null) throw new Error(this.#failure)
    return this.#left[0]!
  }
}

export const level1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

let compressor: Codec | null = null
let decompressor: Codec | null = null

/** One frame of its own. */
export function compressNow(bytes: Uint8Array): Buffer {
  compressor ??= new Codec(createZstdCompress(level1))
  return compressor.run(bytes)
}

/** Up to here a frame is quicker unpacked in the context that is there. */
const smallFrame = 32 * 1024

export function decompressNow(frame: Uint8Array): Buffer {
  if (frame.length > smallFrame) return zstdDecompressSync(frame)
  decompressor ??= new Codec(createZstdDecompress())
  return decompressor.run(frame)
}

/** What a frame holds, to be looked at and not kept: the next frame takes its place. Null where it is long. */
export function glanceInto(frame: Uint8Array): Buffer | null {
  if (frame.length > smallFrame) return null
  decompressor ??= new Codec(createZstdDecompress())
  return decompressor.glance(frame)
}
