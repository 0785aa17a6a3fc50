import { WireReader } from './wire-reader.ts'

/** Returns all messages of one repeated field. */
export function messagesIn(bytes: Uint8Array, field: number): Uint8Array[] {
  const reader = new WireReader(bytes)
  const messages: Uint8Array[] = []
  while (reader.next())
    if (reader.field === field) messages.push(reader.bytes())
    else reader.skip()
  return messages
}
