import type { Readable } from 'node:stream'

export interface BodyLimits {
  readonly maxBytes: number
  /** The body is over, one way or the other. */
  onEnd(): void
  /** Makes of a failure of the stream the error to report. */
  explain(error: unknown): unknown
  tooLarge(): Error
}

/** Hands out what the reader asks for, up to a number of bytes; more than that is an error. */
export function boundedBody(source: Readable, limits: BodyLimits): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  let bytes = 0
  const finish = () => {
    limits.onEnd()
    source.destroy()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) {
            finish()
            return controller.close()
          }
          bytes += value.byteLength
          if (bytes > limits.maxBytes) throw limits.tooLarge()
          controller.enqueue(value)
        } catch (error) {
          finish()
          throw limits.explain(error)
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}

export async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
