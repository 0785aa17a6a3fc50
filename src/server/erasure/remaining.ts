import type { RemainingItem, UnderWay, UnreadFileKind, UnreadFiles } from '../../contract/index.ts'

/** Entities that name the person and are not deleted. */
export interface Remaining {
  readonly count: number
  /** The first of these entities, at most `maxItems`. */
  readonly items: RemainingItem[]
  /** Work that was still running after everything had been searched. */
  readonly under_way?: UnderWay[]
  /** Number of files with parts that could not be read, by kind. */
  readonly unread_files?: UnreadFiles
}

/** Maximum items on a receipt. */
export const maxItems = 100

export const noRemaining: Remaining = { count: 0, items: [] }

/** Counts one file more for each of the kinds. */
export function withUnread(remaining: Remaining, kinds: readonly UnreadFileKind[]): Remaining {
  if (kinds.length === 0) return remaining
  const counts = new Map((remaining.unread_files ?? []).map(({ kind, count }) => [kind, count]))
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return { ...remaining, unread_files: [...counts].map(([kind, count]) => ({ kind, count })) }
}

export const withItems = (
  { count, items, ...rest }: Remaining,
  more: readonly RemainingItem[],
): Remaining => ({
  ...rest,
  count: count + more.length,
  items: [...items, ...more].slice(0, maxItems),
})
