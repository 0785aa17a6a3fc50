import { type CursorScope, cursorOf } from './cursor.ts'

/** A page with the fields that all clients read. `rows` has one row more than the page if others follow. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  scope: CursorScope,
  keyOf: (row: R) => string | number,
  present: (row: R) => T,
) {
  const pageRows = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = pageRows.at(-1)
  const nextCursor = hasMore && last !== undefined ? cursorOf(scope, keyOf(last)) : null
  return {
    success: true as const,
    data: pageRows.map(present),
    next_cursor: nextCursor,
    has_more: hasMore,
    pagination: { next_cursor: nextCursor, prev_cursor: null, has_more: hasMore, limit },
    filters: {},
    count: pageRows.length,
  }
}
