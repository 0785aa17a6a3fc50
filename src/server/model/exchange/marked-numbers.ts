import { randomUUID } from 'node:crypto'
import { NumberOutOfRange, readNumeral } from '../../../engine/json/exact-number.ts'
import { markExact } from '../../../engine/json/parse-exact.ts'

/**
 * Keeps all digits of numbers although SDKs parse answers with JSON.parse. A number that a double would change is
 * replaced by a string with a random prefix, and restored in the SDK's result.
 */
export class MarkedNumbers {
  readonly #mark = `${randomUUID()}:`
  #isUsed = false

  /** Marks the numbers that a double would change, in a JSON text or in events of JSON. */
  mark(text: string): string {
    try {
      const marked = markExact(text, this.#mark)
      if (marked !== null) this.#isUsed = true
      return marked ?? text
    } catch (error) {
      if (error instanceof NumberOutOfRange) return text
      throw error
    }
  }

  /** As `mark`, for a stream of whole events. */
  markEach(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const marker = new TransformStream<Uint8Array, Uint8Array>(
      {
        transform: (bytes, controller) => {
          const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
          const marked = this.mark(text)
          controller.enqueue(marked === text ? bytes : Buffer.from(marked))
        },
      },
      undefined,
      { highWaterMark: 0 },
    )
    return events.pipeThrough(marker)
  }

  /** Restores the numbers in place, because results may be instances of classes. */
  restore<Answer>(answer: Answer): Answer {
    if (!this.#isUsed) return answer
    const holder = { answer }
    const open: object[] = [holder]
    const visited = new Set<object>(open)
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const [key, value] of Object.entries(next)) {
        if (typeof value === 'string' && value.startsWith(this.#mark))
          Object.defineProperty(next, key, {
            value: readNumeral(value.slice(this.#mark.length)),
            enumerable: true,
            configurable: true,
            writable: true,
          })
        else if (
          typeof value === 'object' &&
          value !== null &&
          !ArrayBuffer.isView(value) &&
          !visited.has(value)
        ) {
          visited.add(value)
          open.push(value)
        }
      }
    return holder.answer
  }
}
