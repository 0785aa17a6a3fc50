import type { Readable } from 'node:stream'

export interface BodyLimits {
  readonly maxBytes: number
  /** Called once when the body ends, after success or failure. */
  onEnd(): void
  /** Converts a failure of the stream to the error to report. */
  explain(error: unknown): unknown
  tooLarge(): Error
}

/** Streams the body; fails above the maximum number of bytes. */
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

/** Buffers the whole body under the same limits, without a web stream. */
export function wholeBody(source: Readable, limits: BodyLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    let hasEnded = false
    const end = () => {
      hasEnded = true
      limits.onEnd()
    }
    const fail = (error: unknown) => {
      end()
      source.destroy()
      reject(limits.explain(error))
    }
    // A destroyed stream emits no further event.
    if (source.destroyed) return fail(source.errored ?? new Error('The body was discarded.'))
    source.on('data', (chunk: Uint8Array) => {
      bytes += chunk.byteLength
      if (bytes > limits.maxBytes) fail(limits.tooLarge())
      else chunks.push(chunk)
    })
    source.on('end', () => {
      end()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    source.on('error', (error) => {
      if (!hasEnded) fail(error)
    })
    source.on('close', () => {
      if (!hasEnded) fail(new Error('The body ended early.'))
    })
  })
}
