import { Refusal } from '../../../engine/refusal.ts'

/** The scope in which a cursor is valid: the list, its order and its filters. */
export type CursorScope = readonly (string | number | boolean | null | undefined)[]

/** Makes a cursor. `after` is the key of the last item of the page. */
export function cursorOf<K extends string | number>(scope: CursorScope, after: K): string {
  return Buffer.from(JSON.stringify([...scope.map((part) => part ?? null), after])).toString('base64url')
}

/** Reads a cursor; null for the first page. */
export function readCursor(scope: CursorScope, cursor: string | undefined): string | number | null {
  if (cursor === undefined) return null
  const parts = parse(cursor)
  const expected = scope.map((part) => part ?? null)
  const after = parts?.at(-1)
  const isValid =
    parts?.length === expected.length + 1 && expected.every((part, index) => part === parts[index])
  if (!isValid || (typeof after !== 'string' && !Number.isSafeInteger(after)))
    throw new Refusal('bad_request', 'cursor: this cursor belongs to another list, order or filters.', {
      loc: ['query', 'cursor'],
    })
  return after as string | number
}

function parse(cursor: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
