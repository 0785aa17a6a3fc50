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
  let bufferedBytes = 0
  let fault: Error | null = null

  function buffer(bytes: Uint8Array): void {
    if (bytes.byteLength > 0) chunks.push(bytes)
    bufferedBytes += bytes.byteLength
    if (bufferedBytes > maxPieceBytes)
      throw new Error(`A piece of the stream is over ${maxPieceBytes} bytes.`)
  }

  function flush(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    chunks = []
    bufferedBytes = 0
    const problem = inspect(bytes)
    fault = problem?.error ?? null
    const good = problem ? bytes.subarray(0, problem.goodBytes) : bytes
    if (good.byteLength > 0) controller.enqueue(good)
    else if (fault) throw fault
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (fault) throw fault
        for (;;) {
          const { done, value } = await reader.read()
          if (done) {
            if (bufferedBytes > 0) flush(controller)
            if (!fault) controller.close()
            return
          }
          const end = endOf(value)
          buffer(value.subarray(0, end > 0 ? end : value.byteLength))
          if (end === 0) continue
          flush(controller)
          return buffer(value.subarray(end))
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

const lengthBytes = 4

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
      if (position < lengthBytes) {
        length = length * 256 + chunk[index++]!
        if (++position < lengthBytes) continue
        if (length <= lengthBytes || length > maxFrameBytes)
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
