import type { Statement, WriterRequest } from './messages.ts'

type Unit = WriterRequest & { readonly kind: 'unit' }

/** Buffers of at least this size are freed at once: the writer thread's garbage collector runs too seldom. */
const largeBytes = 65_536

/**
 * Requests in one flat list for the writer thread. Structured cloning takes ten times as long for an object or a byte
 * array as for a plain value, and it clones the whole pool that a small Buffer was cut from.
 */
export interface PackedRequests {
  /** The units in order, each by its id. */
  readonly requests: readonly (number | Exclude<WriterRequest, Unit>)[]
  /**
   * For each unit the number of its statements; for each statement the index of its text, the number of its parameters,
   * and the parameters.
   */
  readonly values: readonly unknown[]
  /** Distinct texts of statements. `values` holds the index of a text, or ~index for a condition. */
  readonly texts: readonly string[]
  /** Binary parameters, concatenated; in `values` each is `undefined`. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly lengths: readonly number[]
}

export function pack(requests: readonly WriterRequest[]): PackedRequests {
  const textIndexes = new Map<string, number>()
  const values: unknown[] = []
  const binary: Uint8Array[] = []
  const packed = requests.map((request) => {
    if (request.kind !== 'unit') return request
    values.push(request.statements.length)
    for (const { sql, parameters, isCondition } of request.statements) {
      const textIndex = textIndexes.get(sql) ?? textIndexes.size
      if (textIndex === textIndexes.size) textIndexes.set(sql, textIndex)
      values.push(isCondition ? ~textIndex : textIndex, parameters.length)
      // An iterator would allocate for each parameter.
      for (let index = 0; index < parameters.length; index++) {
        const value = parameters[index]
        if (value instanceof Uint8Array) binary.push(value)
        values.push(value instanceof Uint8Array ? undefined : (value ?? null))
      }
    }
    return request.id
  })
  const lengths = binary.map(({ byteLength }) => byteLength)
  return { requests: packed, values, texts: [...textIndexes.keys()], bytes: joined(binary), lengths }
}

/** Joins the parts in a new buffer, which can be transferred to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.byteLength
  }
  return bytes
}

export function unpack({ requests, values, texts, bytes, lengths }: PackedRequests): WriterRequest[] {
  let offset = 0
  let blob = 0
  let byte = 0
  const nextBytes = () => {
    const from = byte
    byte += lengths[blob++]!
    return bytes.subarray(from, byte)
  }
  const nextStatement = (): Statement => {
    const textIndex = values[offset++] as number
    const count = values[offset++] as number
    const parameters = values.slice(offset, offset + count)
    offset += count
    for (let index = 0; index < count; index++)
      if (parameters[index] === undefined) parameters[index] = nextBytes()
    return textIndex < 0
      ? { sql: texts[~textIndex]!, parameters, isCondition: true }
      : { sql: texts[textIndex]!, parameters }
  }
  return requests.map((request) => {
    if (typeof request !== 'number') return request
    const statements: Statement[] = []
    for (let remaining = values[offset++] as number; remaining > 0; remaining--)
      statements.push(nextStatement())
    return { kind: 'unit', id: request, statements }
  })
}

/** Frees the large buffers of a committed unit. Bytes that share a buffer are left to the garbage collector. */
export function discardBytes({ statements }: Unit) {
  for (const { parameters } of statements)
    for (const value of parameters)
      if (value instanceof Uint8Array && value.byteLength >= largeBytes && ownsBuffer(value))
        value.buffer.transfer(0)
}

const ownsBuffer = (value: Uint8Array): value is Uint8Array<ArrayBuffer> =>
  value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
