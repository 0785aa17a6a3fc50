import { Refusal } from '../../engine/refusal.ts'

/** Encodes a cursor as opaque text. */
export const cursorText = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Decodes a cursor. @throws Refusal for any other text. */
export function cursorParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parts)) return parts
  } catch {
    // The text is no JSON, so it is refused below.
  }
  throw wrongCursor()
}

export const wrongCursor = (message = 'is not a cursor that a search returned') =>
  new Refusal('bad_request', `cursor: ${message}`, { path: 'cursor' })
