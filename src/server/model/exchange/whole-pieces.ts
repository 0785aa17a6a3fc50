/** Returns the end of the last piece that is complete within the chunk; 0 if none is. Gets each byte once. */
export type PieceEnd = (chunk: Uint8Array) => number

/** Checks pieces. Returns the error and the number of bytes before it; null without an error. */
export type Inspect = (pieces: Uint8Array) => { readonly goodBytes: number; readonly error: Error } | null

/**
 * Passes a stream on in whole pieces. SDKs search a piece from its start at every chunk, so a long piece in small
 * chunks would cost quadratic time.
 */
export function wholePieces(
  body: ReadableStream<Uint8Array>,
  endOf: PieceEnd,
  maxPieceBytes: number,
  inspect: Inspect = () => null,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let chunks: Uint8Array[] = []
  let heldBytes = 0
  let wrong: Error | null = null

  function keep(bytes: Uint8Array): void {
    if (bytes.byteLength > 0) chunks.push(bytes)
    heldBytes += bytes.byteLength
    if (heldBytes > maxPieceBytes) throw new Error(`A piece of the stream is over ${maxPieceBytes} bytes.`)
  }

  function release(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    chunks = []
    heldBytes = 0
    const problem = inspect(bytes)
    wrong = problem?.error ?? null
    const good = problem ? bytes.subarray(0, problem.goodBytes) : bytes
    if (good.byteLength > 0) controller.enqueue(good)
    else if (wrong) throw wrong
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (wrong) throw wrong
        for (;;) {
          const { done, value } = await reader.read()
          if (done) {
            if (heldBytes > 0) release(controller)
            if (!wrong) controller.close()
            return
          }
          const end = endOf(value)
          keep(value.subarray(0, end > 0 ? end : value.byteLength))
          if (end === 0) continue
          release(controller)
          return keep(value.subarray(end))
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

const lineFeed = 10
const carriageReturn = 13

/** Finds the end of an event in an event stream, which is an empty line. */
export function eventEnd(): PieceEnd {
  let lineIsEmpty = true
  return (chunk) => {
    let end = 0
    for (let index = 0; index < chunk.byteLength; index++) {
      const byte = chunk[index]
      if (byte === lineFeed) {
        if (lineIsEmpty) end = index + 1
        lineIsEmpty = true
      } else if (byte !== carriageReturn) lineIsEmpty = false
    }
    return end
  }
}

const prelude = 4

/**
 * Finds the end of a frame in Amazon's binary event stream. A frame starts with its length, which a reader would
 * allocate without a check.
 */
export function frameEnd(maxFrameBytes: number): PieceEnd {
  let length = 0
  let position = 0
  return (chunk) => {
    let end = 0
    for (let index = 0; index < chunk.byteLength; ) {
      if (position < prelude) {
        length = length * 256 + chunk[index++]!
        if (++position < prelude) continue
        if (length <= prelude || length > maxFrameBytes)
          throw new Error(`A frame cannot have ${length} bytes.`)
      }
      const step = Math.min(length - position, chunk.byteLength - index)
      index += step
      position += step
      if (position < length) continue
      end = index
      length = 0
      position = 0
    }
    return end
  }
}
