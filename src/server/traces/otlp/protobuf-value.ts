import {
  type Attributes,
  type AttributeValue,
  atMost,
  maxAttributes,
  maxValueDepth,
  objectOf,
  spanRefused,
} from '../../../engine/traces/index.ts'
import { WireReader } from './wire-reader.ts'

/** AnyValue: text, boolean, number, list, map or bytes. */
export function readValue(bytes: Uint8Array, depth: number): AttributeValue {
  if (depth > maxValueDepth) throw spanRefused(`nests values deeper than ${maxValueDepth} levels`)
  const reader = new WireReader(bytes)
  let value: AttributeValue = null
  while (reader.next()) {
    if (reader.field === 1) value = reader.text()
    else if (reader.field === 2) value = reader.varint() !== 0
    else if (reader.field === 3) value = reader.int64()
    else if (reader.field === 4) value = finite(reader.double())
    else if (reader.field === 5) value = readList(reader.bytes(), depth + 1)
    else if (reader.field === 6) value = objectOf(readEntries(reader.bytes(), depth + 1))
    else if (reader.field === 7) value = reader.base64()
    else reader.skip()
  }
  return value
}

/** JSON has no infinity and no NaN. */
export const finite = (number: number): number | string => (Number.isFinite(number) ? number : String(number))

function readList(bytes: Uint8Array, depth: number): AttributeValue[] {
  const reader = new WireReader(bytes)
  const values: AttributeValue[] = []
  while (reader.next())
    if (reader.field === 1) values.push(readValue(reader.bytes(), depth))
    else reader.skip()
  return values
}

function readEntries(bytes: Uint8Array, depth: number): [string, AttributeValue][] {
  const reader = new WireReader(bytes)
  const entries: [string, AttributeValue][] = []
  while (reader.next())
    if (reader.field === 1) entries.push(readEntry(reader.bytes(), depth))
    else reader.skip()
  return entries
}

function readEntry(bytes: Uint8Array, depth: number): [string, AttributeValue] {
  const reader = new WireReader(bytes)
  let key = ''
  let value: AttributeValue = null
  while (reader.next())
    if (reader.field === 1) key = reader.text()
    else if (reader.field === 2) value = readValue(reader.bytes(), depth)
    else reader.skip()
  return [key, value]
}

/** Repeated KeyValue messages. */
export function readAttributes(messages: readonly Uint8Array[]): Attributes {
  atMost(messages.length, maxAttributes, 'attributes')
  return new Map(messages.map((message) => readEntry(message, 0)))
}
