import {
  cursorParts,
  cursorText,
  orderOf,
  type Position,
  type Total,
  wrongCursor,
} from '../../requests/index.ts'
import { nextWalk, type RequestWalk } from './find-by-words.ts'
import type { FoundTrace, TracePosition } from './list-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** Reads a position of traces, sessions or users. @throws Refusal if the parts are not a number and an id that databases take. */
export function positionOf([value, id]: readonly unknown[]): TracePosition {
  const isId = typeof id === 'string' && id.isWellFormed() && !id.includes('\u0000')
  if (typeof value !== 'number' || !Number.isFinite(value) || !isId) throw wrongCursor()
  return { value, id }
}

export function cursorOf(query: TraceQuery, last: FoundTrace, total: Total, walk?: RequestWalk): string {
  const position = { value: last.value, id: last.trace_id }
  const next = walk && nextWalk(query, walk, position)
  const walked = next ? [next.value, next.id] : []
  return cursorText([
    orderOf(query),
    query.descending,
    position.value,
    position.id,
    total.atLeast,
    total.isExact,
    ...walked,
  ])
}

export interface TraceCursor {
  readonly position: TracePosition
  readonly total: Total
  /** See `TracePage`. */
  readonly walkAfter: Position | null
}

export function readCursor(query: TraceQuery, cursor: string): TraceCursor {
  const parts = cursorParts(cursor)
  const [sortBy, descending, value, id, atLeast, isExact, walkedValue, walkedId] = parts
  const isTotal = Number.isSafeInteger(atLeast) && (atLeast as number) >= 0 && typeof isExact === 'boolean'
  const isWalked = Number.isFinite(walkedValue) && Number.isSafeInteger(walkedId)
  const position = positionOf([value, id])
  if (!isTotal || (parts.length > 6 && !isWalked)) throw wrongCursor()
  if (sortBy !== orderOf(query) || descending !== query.descending)
    throw wrongCursor('is of a search in another order')
  return {
    position,
    total: { atLeast: atLeast as number, isExact },
    walkAfter: isWalked ? { value: walkedValue as number, id: walkedId as number } : null,
  }
}
