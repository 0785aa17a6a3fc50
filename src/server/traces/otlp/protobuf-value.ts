import {
  type Attributes,
  type AttributeValue,
  atMost,
  maxAttributes,
  maxValueDepth,
  objectOf,
  spanRefused,
} from '../../../engine/traces/index.ts'
import type { WireReader } from './wire-reader.ts'

/** Reads an AnyValue: text, boolean, number, list, map or bytes. */
export function readValue(reader: WireReader, depth: number): AttributeValue {
  if (depth > maxValueDepth) throw spanRefused(`nests values deeper than ${maxValueDepth} levels`)
  let value: AttributeValue = null
  while (reader.next()) {
    if (reader.field === 1) value = reader.text()
    else if (reader.field === 2) value = reader.varint() !== 0
    else if (reader.field === 3) value = reader.int64()
    else if (reader.field === 4) value = finite(reader.double())
    else if (reader.field === 5) value = readList(reader.message(), depth + 1)
    else if (reader.field === 6) value = objectOf(readEntries(reader.message(), depth + 1))
    else if (reader.field === 7) value = reader.base64()
    else reader.skip()
  }
  return value
}

/** JSON has no infinity and no NaN, so they become texts. */
export const finite = (number: number): number | string => (Number.isFinite(number) ? number : String(number))

function readList(reader: WireReader, depth: number): AttributeValue[] {
  const values: AttributeValue[] = []
  while (reader.next())
    if (reader.field === 1) values.push(readValue(reader.message(), depth))
    else reader.skip()
  return values
}

function readEntries(reader: WireReader, depth: number): [string, AttributeValue][] {
  const entries: [string, AttributeValue][] = []
  while (reader.next())
    if (reader.field === 1) entries.push(readEntry(reader.message(), depth))
    else reader.skip()
  return entries
}

function readEntry(reader: WireReader, depth: number): [string, AttributeValue] {
  let key = ''
  let value: AttributeValue = null
  while (reader.next())
    if (reader.field === 1) key = reader.text()
    else if (reader.field === 2) value = readValue(reader.message(), depth)
    else reader.skip()
  return [key, value]
}

/** Reads repeated KeyValue messages. */
export function readAttributes(messages: readonly WireReader[]): Attributes {
  atMost(messages.length, maxAttributes, 'attributes')
  return new Map(messages.map((message) => readEntry(message, 0)))
}
