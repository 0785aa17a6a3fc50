import { Refusal } from '../../engine/refusal.ts'

/** A cursor's parts as text that a caller sends back as it is. */
export const cursorText = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor; `none` says what a text is that is no cursor at all. */
export function cursorParts(cursor: string, none: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parts)) return parts
  } catch {
    // Text that is no JSON is refused like JSON that is no list.
  }
  throw wrongCursor(none)
}

export const wrongCursor = (message: string) =>
  new Refusal('bad_request', `cursor: ${message}`, { path: 'cursor' })
