import { promisify } from 'node:util'
import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompress,
  zstdDecompressSync,
} from 'node:zlib'

/** The internal handle of node:zlib's streams. */
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
  /** Discards an incomplete frame. */
  reset(): void
  onerror: (message: string) => void
}

interface Native {
  readonly _handle: Handle
  /** Bytes left in the output and in the input. */
  readonly _writeState: Uint32Array
}

const outputBytes = 64 * 1024
const output = Buffer.allocUnsafeSlow(outputBytes)

/**
 * Uses one context for all frames. `zstdCompressSync` makes one for each call, which took 33 microseconds and a third
 * of the process's time in garbage collection. With one context a frame of 5 kB takes 9 microseconds.
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
    const content = this.runWithoutCopy(input)
    if (content) return Buffer.from(content)
    const parts = [Buffer.from(output)]
    for (;;) {
      const unused = this.#step(input, input.length - this.#left[1]!)
      parts.push(Buffer.from(output.subarray(0, outputBytes - unused)))
      if (unused > 0) return Buffer.concat(parts)
    }
  }

  /** Returns the content without a copy: valid until the next use of any codec. Null if it is longer than `outputBytes`. */
  runWithoutCopy(input: Uint8Array): Buffer | null {
    this.#failure = null
    this.#handle.reset()
    const unused = this.#step(input, 0)
    return unused > 0 ? output.subarray(0, outputBytes - unused) : null
  }

  /** Fills the output buffer; returns the unused bytes in it. */
  #step(input: Uint8Array, from: number): number {
    this.#handle.writeSync(constants.ZSTD_e_end, input, from, input.length - from, output, 0, outputBytes)
    if (this.#failure !== null) throw new Error(this.#failure)
    return this.#left[0]!
  }
}

export const level1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compress = promisify(zstdCompress)

/** Up to this size the shared context unpacks a frame faster than `zstdDecompressSync`. */
const smallFrame = 32 * 1024

/** Packs and unpacks frames that refer to one dictionary, or to none. */
export class Zstd {
  readonly #dictionary: { readonly dictionary?: Buffer }
  #compressor: Codec | null = null
  #decompressor: Codec | null = null

  constructor(dictionary: Buffer | null) {
    this.#dictionary = dictionary ? { dictionary } : {}
  }

  compressNow(bytes: Uint8Array): Buffer {
    this.#compressor ??= new Codec(createZstdCompress({ ...level1, ...this.#dictionary }))
    return this.#compressor.run(bytes)
  }

  /** Runs on another thread. */
  compress(bytes: Uint8Array): Promise<Buffer> {
    return compress(bytes, { ...level1, ...this.#dictionary })
  }

  decompressNow(frame: Uint8Array): Buffer {
    return frame.length > smallFrame
      ? zstdDecompressSync(frame, this.#dictionary)
      : this.#unpacker().run(frame)
  }

  /** Returns the content without a copy, valid until the next call. Null if the content is long. */
  decompressView(frame: Uint8Array): Buffer | null {
    return frame.length > smallFrame ? null : this.#unpacker().runWithoutCopy(frame)
  }

  #unpacker(): Codec {
    this.#decompressor ??= new Codec(createZstdDecompress(this.#dictionary))
    return this.#decompressor
  }
}
