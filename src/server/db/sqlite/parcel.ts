import type { Statement, WriterRequest } from './messages.ts'

type Unit = WriterRequest & { readonly kind: 'unit' }

/** Bytes from which on they are not left to the collector of the writer thread: it comes late, having little to do. */
const large = 65_536

/**
 * Requests as they cross to the writer thread. Every object and every array of bytes costs there what ten plain
 * values do, and a small Buffer takes the whole pool with it that it was cut from: so units are one flat list.
 */
export interface Parcel {
  /** In their order; of a unit only its id. */
  readonly requests: readonly (number | Exclude<WriterRequest, Unit>)[]
  /** For each unit the number of its statements; for each of them its text, the number of its parameters, and these. */
  readonly values: readonly unknown[]
  /** Each once. `values` has the place of a text; of the text of a condition, ~place. */
  readonly texts: readonly string[]
  /** Binary parameters one after the other; `undefined` stands for them in `values`. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly lengths: readonly number[]
}

export function pack(requests: readonly WriterRequest[]): Parcel {
  const places = new Map<string, number>()
  const values: unknown[] = []
  const binary: Uint8Array[] = []
  const packed = requests.map((request) => {
    if (request.kind !== 'unit') return request
    values.push(request.statements.length)
    for (const { sql, parameters, isCondition } of request.statements) {
      const place = places.get(sql) ?? places.size
      if (place === places.size) places.set(sql, place)
      values.push(isCondition ? ~place : place, parameters.length)
      for (const value of parameters) {
        if (value instanceof Uint8Array) binary.push(value)
        values.push(value instanceof Uint8Array ? undefined : (value ?? null))
      }
    }
    return request.id
  })
  const lengths = binary.map(({ byteLength }) => byteLength)
  return { requests: packed, values, texts: [...places.keys()], bytes: joined(binary), lengths }
}

/** In a buffer of its own, which can be given away. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

export function unpack({ requests, values, texts, bytes, lengths }: Parcel): WriterRequest[] {
  let at = 0
  let blob = 0
  let byte = 0
  const nextBytes = () => {
    const from = byte
    byte += lengths[blob++]!
    return bytes.subarray(from, byte)
  }
  const nextStatement = (): Statement => {
    const place = values[at++] as number
    const count = values[at++] as number
    const parameters = values.slice(at, at + count)
    at += count
    for (let index = 0; index < count; index++)
      if (parameters[index] === undefined) parameters[index] = nextBytes()
    return place < 0
      ? { sql: texts[~place]!, parameters, isCondition: true }
      : { sql: texts[place]!, parameters }
  }
  return requests.map((request) => {
    if (typeof request !== 'number') return request
    const statements: Statement[] = []
    for (let left = values[at++] as number; left > 0; left--) statements.push(nextStatement())
    return { kind: 'unit', id: request, statements }
  })
}

/** Of a unit that is through. Bytes that share their parcel with others wait for the collector. */
export function discardBytes({ statements }: Unit) {
  for (const { parameters } of statements)
    for (const value of parameters)
      if (value instanceof Uint8Array && value.byteLength >= large && isAlone(value)) value.buffer.transfer(0)
}

const isAlone = (value: Uint8Array): value is Uint8Array<ArrayBuffer> =>
  value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
